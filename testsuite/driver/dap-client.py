# SPDX-License-Identifier: MIT
# A client of the Debug Adapter Protocol, for dap.test: scripted sessions with px-dap.
#
#   dap-client.py SESSION PX-DAP FOLDER
#
# FOLDER has the programs and sources that dap.test has made.  Prints PASS or FAIL a check; status 1 if
# one failed.
import json, os, select, subprocess, sys, time

WAIT = 60  # seconds: far more than a message takes


class Client:
    def __init__(self, command):
        self.p = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seq, self.bytes, self.events, self.output = 0, b"", [], ""

    def raw(self, data):
        try:
            self.p.stdin.write(data)
            self.p.stdin.flush()
        except BrokenPipeError:
            pass

    def message(self, m):
        text = json.dumps(m).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(text) + text)

    # The next message; None at the end, or if none comes.
    def receive(self, wait=WAIT):
        end = time.time() + wait
        while True:
            head, mark, rest = self.bytes.partition(b"\r\n\r\n")
            if mark:
                n = int(head.split(b":")[1])
                if len(rest) >= n:
                    self.bytes = rest[n:]
                    return json.loads(rest[:n].decode())
            left = end - time.time()
            if left <= 0 or not select.select([self.p.stdout], [], [], left)[0]:
                return None
            more = os.read(self.p.stdout.fileno(), 65536)
            if not more:
                return None
            self.bytes += more

    def keep(self, m):
        if m["event"] == "output":
            self.output += m["body"]["output"]
        self.events.append(m)

    # The response to request COMMAND.
    def ask(self, command, **arguments):
        self.seq += 1
        self.message({"seq": self.seq, "type": "request", "command": command, "arguments": arguments})
        return self.response(self.seq)

    def response(self, seq):
        while True:
            m = self.receive()
            if m is None:
                return {"success": False, "message": "no response", "body": {}}
            if m["type"] == "event":
                self.keep(m)
            elif m["request_seq"] == seq:
                return m

    # The next event NAME, which may have come; others are forgotten.
    def event(self, name):
        while True:
            m = self.events.pop(0) if self.events else self.receive()
            if m is None:
                return None
            if m["type"] == "event":
                if m["event"] == "output" and m not in self.events:
                    self.output += m["body"]["output"]
                if m["event"] == name:
                    return m.get("body", {})

    def end(self):
        self.p.stdin.close()
        try:
            return self.p.wait(WAIT)
        except subprocess.TimeoutExpired:
            self.p.kill()
            return "it did not end"


# Of each process its state and its parent.
def processes():
    all = {}
    for pid in os.listdir("/proc"):
        try:
            f = open("/proc/%d/stat" % int(pid)).read().rpartition(") ")[2].split()
            all[int(pid)] = (f[0], int(f[1]))
        except (OSError, ValueError):
            pass
    return all


status = 0


def check(name, right, seen=None):
    global status
    if right:
        print("PASS: dap: " + name)
    else:
        print("FAIL: dap: %s: %s" % (name, seen))
        status = 1


def same(name, seen, wanted):
    check(name, seen == wanted, "%r, not %r" % (seen, wanted))


# Starts a session up to configurationDone with breakpoints at LINES of SOURCE.
def begin(px_dap, program, source=None, lines=(), conditions={}, functions=(), how="launch", **more):
    c = Client([px_dap])
    c.ask("initialize", clientID="test", adapterID="px", linesStartAt1=True, columnsStartAt1=True, pathFormat="path")
    if program is not None:
        more["program"] = program
    c.launched = c.ask(how, **more)
    c.event("initialized")
    if source:
        c.breaks = c.ask("setBreakpoints", source={"path": source},
                         breakpoints=[dict({"line": n}, **({"condition": conditions[n]} if n in conditions else {})) for n in lines])
    if functions:
        c.breaks = c.ask("setFunctionBreakpoints", breakpoints=[{"name": f} for f in functions])
    c.done = c.ask("configurationDone")
    return c


# (reason, function, line, file) of the next stop; c.thread, c.frames and c.scopes are its.
def stop(c):
    c.stopped = c.event("stopped")
    if c.stopped is None:
        return None
    c.thread = c.stopped["threadId"]
    c.frames = c.ask("stackTrace", threadId=c.thread)["body"]["stackFrames"]
    f = c.frames[0]
    c.scopes = {s["name"]: s["variablesReference"] for s in c.ask("scopes", frameId=f["id"])["body"]["scopes"]}
    return c.stopped["reason"], f["name"], f["line"], f.get("source", {}).get("path")


def variables(c, reference, **more):
    body = c.ask("variables", variablesReference=reference, **more).get("body", {})
    return {v["name"]: v for v in body.get("variables", [])}


def value(c, text, **more):
    r = c.ask("evaluate", expression=text, frameId=c.frames[0]["id"], **more)
    return r["body"]["result"] if r["success"] else r["message"]


# Programs of C: variables, steps, threads.
def session(px_dap, folder):
    source = folder + "/vars.c"
    at = {}
    for n, text in enumerate(open(source), 1):
        for mark in ("at the end", "in the loop", "in helper", "in twice"):
            if "/* %s */" % mark in text:
                at[mark] = n
    c = begin(px_dap, folder + "/vars", source, (at["at the end"], 1, 4), {at["at the end"]: "id == 37"}, cwd=folder)
    b = c.breaks["body"]["breakpoints"]
    same("a breakpoint is verified before the program runs", (b[0]["verified"], b[0]["line"]), (True, at["at the end"]))
    check("one where no kernel has code is not", not b[1]["verified"] and "no kernel" in b[1]["message"], b[1])
    same("the condition chooses the thread", stop(c), ("breakpoint", "kernel", at["at the end"], source))
    same("which breakpoint it was", c.stopped["hitBreakpointIds"], [b[0]["id"]])
    v = variables(c, c.scopes["Locals"])
    same("locals", [v[n]["value"] for n in ("id", "b", "m", "c", "h")], ["37", "69", "{{1, 2, 3}, {4, 5, 6}}", "GREEN", "1.5"])
    same("their types", [v[n]["type"] for n in ("id", "m", "c", "n", "u", "odd")],
         ["int", "int [2][3]", "enum color", "struct node *", "unsigned long", "_Bool"])
    row = variables(c, v["m"]["variablesReference"], start=1, count=1)
    same("an element of an array", {n: x["value"] for n, x in row.items()}, {"[1]": "{4, 5, 6}"})
    same("and of that", variables(c, row["[1]"]["variablesReference"])["[2]"]["value"], "6")
    same("the expression of a part", variables(c, row["[1]"]["variablesReference"])["[2]"]["evaluateName"], "m[1][2]")
    n = variables(c, v["n"]["variablesReference"])
    same("members through a pointer", n["value"]["value"], "1")
    n = variables(c, n["next"]["variablesReference"])
    same("and through the next", (n["value"]["value"], n["value"]["evaluateName"]), ("2", "n->next->value"))
    same("parts of an expression in brackets",
         variables(c, c.ask("evaluate", expression="nodes + 1", frameId=c.frames[0]["id"])["body"]["variablesReference"])["value"]["value"], "20")
    v = variables(c, c.scopes["Arguments"])
    same("arguments", v["big"]["value"], "1099511627776")
    same("a struct's members", variables(c, v["a"]["variablesReference"])["lo"]["value"], "5")
    v = variables(c, c.scopes["Variables of the device"])
    same("variables of the device", (v["counter"]["value"], v["table"]["type"]), ("7", "float [4]"))
    v = variables(c, c.scopes["Thread and block"])
    same("numbers of the thread", (v["threadIdx"]["value"], v["blockIdx"]["value"], v["gridDim"]["value"]), ("37,0,0", "0,0,0", "2,1,1"))
    v = variables(c, c.scopes["Registers (PTX)"])
    check("registers", any(n.startswith("%r") for n in v) and all("value" in x for x in v.values()), v)
    same("expressions", [value(c, e) for e in ("a.hi - a.lo", "m[1][2] * 2", "c", "id == 5")], ["995", "12", "GREEN", "0"])
    same("in base 16", value(c, "big", format={"hex": True}), "0x0000010000000000")
    check("a wrong expression", "nosuch" in value(c, "nosuch + 1"), value(c, "nosuch + 1"))
    r = c.ask("evaluate", expression="nodes", frameId=c.frames[0]["id"])["body"]
    memory = c.ask("readMemory", memoryReference=r["memoryReference"], count=4)["body"] if "memoryReference" in r else r
    same("bytes of memory", memory.get("data"), "CgAAAA==")
    t = {x["id"]: x["name"] for x in c.ask("threads")["body"]["threads"]}
    check("the threads' names", "thread (37,0,0)" in t[c.thread] and "vars.c:%d" % at["at the end"] in t[c.thread], t)
    same("a thread is chosen", value(c, "thread 40", context="repl").partition(":")[0][:35], "block (0,0,0) thread (40,0,0) +31"[:35])
    same("and shown", (stop(c)[0], value(c, "id")), ("goto", "40"))
    check("there is no such thread", "ended" in value(c, "thread 64", context="repl") or "not" in value(c, "thread 64", context="repl"),
          value(c, "thread 64", context="repl"))
    check("nor such a block", "(7,0,0)" in value(c, "block 7", context="repl"), value(c, "block 7", context="repl"))
    c.ask("next", threadId=c.thread)
    same("next", stop(c)[:3], ("step", "kernel", at["at the end"] + 1))
    same("the same thread", value(c, "id"), "40")
    c.ask("setBreakpoints", source={"path": source}, breakpoints=[{"line": at["in helper"] - 1}])
    c.ask("continue", threadId=c.thread)
    same("a breakpoint that was set meanwhile", stop(c)[:3], ("breakpoint", "helper", at["in helper"] - 1))
    call = [n for n, text in enumerate(open(source), 1) if "helper (o, 3);" in text][0]
    same("frames", [(f["name"], f["line"]) for f in c.frames], [("helper", at["in helper"] - 1), ("kernel", call)])
    same("a variable of the caller", c.ask("evaluate", expression="b", frameId=c.frames[1]["id"])["body"]["result"], "69")
    v = variables(c, c.scopes["Shared memory"])
    check("shared memory", v and all("memoryReference" in x or n == "dynamic" for n, x in v.items()), v)
    c.ask("setBreakpoints", source={"path": source}, breakpoints=[])
    c.ask("stepOut", threadId=c.thread)
    same("step out", stop(c)[1], "kernel")
    c.ask("next", threadId=c.thread, granularity="instruction")
    same("an instruction", stop(c)[0], "step")
    c.ask("continue", threadId=c.thread)
    same("the program ends", c.event("exited"), {"exitCode": 0})
    same("and the session", c.event("terminated"), {})
    check("what is asked then", c.ask("continue", threadId=1)["message"] == "the program has ended")
    c.ask("disconnect")
    same("status", c.end(), 0)


# Values that are changed: of variables in memory and in registers, parts of them, and what has no place.
def changes(px_dap, folder):
    source = folder + "/vars.c"
    line = [n for n, text in enumerate(open(source), 1) if "/* at the end */" in text][0]
    c = begin(px_dap, folder + "/vars", source, (line,), {line: "id == 37"}, cwd=folder)
    check("changes: a stop", stop(c)[0] == "breakpoint")
    frame = c.frames[0]["id"]

    def put(name, text, of=None):
        r = c.ask("setVariable", variablesReference=of or c.scopes["Locals"], name=name, value=text)
        return r["body"]["value"] if r["success"] else r["message"]

    def express(text, to):
        r = c.ask("setExpression", expression=text, value=to, frameId=frame)
        return r["body"]["value"] if r["success"] else r["message"]

    for name, to, shown in (("id", "id + 40", "77"), ("c", "5", "GREEN"), ("h", "0.25", "0.25"), ("u", "-1", "18446744073709551615"),
                            ("odd", "8", "1"), ("d", "1.0 / 4", "0.25"), ("ch", "66", "66 'B'"), ("s", "3.9", "3")):
        same("%s = %s" % (name, to), put(name, to), shown)
        same("%s after that" % name, value(c, name), shown)
    v = variables(c, c.scopes["Locals"])
    row = variables(c, v["m"]["variablesReference"])["[1]"]["variablesReference"]
    same("an element", put("[2]", "-7", row), "-7")
    same("the array then", value(c, "m"), "{{1, 2, 3}, {4, 5, -7}}")
    same("an element that there is not", put("[3]", "1", row)[:12], "there is no ")
    same("a variable that there is not", put("none", "1")[:15], "there is no non")
    same("an expression that is none", put("id", "1 +")[:9], "a name or")
    same("an array", express("m", "1"), "an array is changed by its elements")
    same("a number", express("2 + 2", "5"), "that has no place to change")
    same("a parameter", express("a.hi", "5"), "a parameter of a kernel is the same for all its threads")
    same("a variable of the device", (express("nodes[1].value", "21"), value(c, "nodes[1].value")), ("21", "21"))
    same("a pointer", (express("n", "&nodes[1]") == value(c, "&nodes[1]"), value(c, "n->value")), (True, "21"))
    same("no frame", c.ask("setExpression", expression="id", value="1", frameId=999)["message"], "there is no frame 999")
    c.ask("setBreakpoints", source={"path": source}, breakpoints=[])
    c.ask("continue", threadId=c.thread)
    same("changes: the program ends", c.event("exited"), {"exitCode": 0})
    c.ask("disconnect")
    same("changes: status", c.end(), 0)


# examples/01-saxpy: a kernel of one line after the other, to the end.
def example(px_dap, folder):
    source = folder + "/saxpy.c"
    line = [n for n, text in enumerate(open(source), 1) if "*own = a * x[i]" in text][0]
    c = begin(px_dap, "saxpy", source, (line,), {line: "i == 300"}, cwd=folder)
    same("example: a breakpoint", stop(c), ("breakpoint", "saxpy", line, source))
    same("example: variables", [value(c, e) for e in ("i", "a", "x[i]", "*own", "n")], ["300", "2.5", "300", "6", "1000003"])
    c.ask("setBreakpoints", source={"path": source}, breakpoints=[])
    c.ask("next", threadId=c.thread)
    same("example: next", (stop(c)[0], value(c, "y[i]")), ("step", "756"))
    c.ask("continue", threadId=c.thread)
    same("example: the end", c.event("exited"), {"exitCode": 0})
    c.ask("disconnect")
    same("example: status", c.end(), 0)


# Breakpoints that print and do not stop, and those of which only some are hits.
def logs(px_dap, folder):
    source = folder + "/saxpy.c"
    line = [n for n, text in enumerate(open(source), 1) if "*own = a * x[i]" in text][0]
    c = begin(px_dap, "saxpy", cwd=folder, stopOnEntry=True)
    same("logs: the start", stop(c)[0], "entry")

    def wanted(**b):
        c.ask("setBreakpoints", source={"path": source}, breakpoints=[dict(line=line, **b)])

    c.ask("setFunctionBreakpoints", breakpoints=[{"name": "saxpy", "hitCondition": "3"}])
    c.ask("continue", threadId=c.thread)
    same("logs: the third time is a hit", stop(c)[:2], ("function breakpoint", "saxpy"))
    c.ask("setFunctionBreakpoints", breakpoints=[])
    c.output = ""
    c.ask("next", threadId=c.thread)
    before = stop(c)
    # A log point at the line of which the step begins, and one that it comes to, leave it a step.
    wanted(logMessage="step {i}")
    while before[2] < line:
        c.ask("next", threadId=c.thread)
        before = stop(c)
    c.ask("next", threadId=c.thread)
    same("logs: a step stays one", stop(c)[0], "step")
    check("logs: and it printed", "step " in c.output, c.output)
    c.output = ""
    wanted(condition="i == 5000", logMessage="i = {i}, a * i = {a * i}; {nosuch} {i")
    c.ask("continue", threadId=c.thread)
    same("logs: it prints and does not stop", c.event("exited"), {"exitCode": 0})
    check("logs: values of expressions", "i = 5000, a * i = 12500; " in c.output and " {i\n" in c.output, c.output)
    check("logs: and why there is none", "nosuch" in c.output.partition("12500; ")[2], c.output)
    c.end()
    for text, stops in (("%5", [5, 10, 15]), ("=4", [4]), (">6", [7, 8, 9]), (">= 6", [6, 7, 8]), ("2", [2, 3, 4])):
        c = Client([px_dap])
        c.ask("initialize")
        c.ask("launch", program=folder + "/k.ptx", args=["-b", "1", "-g", "15", "scale", "buf:i32:64=iota"])
        c.ask("setBreakpoints", source={"path": folder + "/k.c"}, breakpoints=[{"line": 8, "hitCondition": text}])
        c.ask("configurationDone")
        seen = []
        for _ in stops:
            if stop(c) is None:
                break
            seen.append(1 + int(variables(c, c.scopes["Thread and block"])["blockIdx"]["value"].split(",")[0]))
            c.ask("continue", threadId=c.thread)
        same("logs: hits " + text, seen, stops)
        if text == "=4":
            same("logs: once", c.event("exited"), {"exitCode": 0})
        c.ask("disconnect")
        c.end()


# The PTX of functions on the stack.
def code(px_dap, folder):
    source = folder + "/k.c"
    c = begin(px_dap, folder + "/k.ptx", source, (3,), args=["-b", "64", "scale", "buf:i32:64=iota"])
    same("code: in a callee", stop(c)[1:3], ("twice", 3))
    at = [f["instructionPointerReference"] for f in c.frames]

    def listed(reference, first, count, **more):
        r = c.ask("disassemble", memoryReference=reference, instructionOffset=first, instructionCount=count, **more)
        return r["body"]["instructions"] if r["success"] else r["message"]

    i = listed(at[0], 0, 2)
    same("code: the callee's", [x["instruction"] for x in i], ["shl.b32 %out, %in, 1;", "ret;"])
    same("code: its line", (i[0]["line"], i[0]["location"]["path"], i[0]["address"]), (3, source, at[0]))
    check("code: a file is named where it changes", "location" not in i[1], i[1])
    i = listed(at[1], -3, 5)
    same("code: the caller's", [x["instruction"].split()[0] for x in i],
         ["bar.sync", "sub.u64", "ld.shared.u32", "call", "st.global.u32"])
    same("code: lines", [x["line"] for x in i], [8, 9, 9, 10, 10])
    check("code: addresses go up", [x["address"] for x in i] == sorted({x["address"] for x in i}, key=lambda a: int(a, 16)), i)
    def broken(*list):
        r = c.ask("setInstructionBreakpoints", breakpoints=[dict(x) for x in list])
        return [x["verified"] for x in r["body"]["breakpoints"]] if r["success"] else r["message"]

    store = i[4]["address"]
    same("code: breakpoints at instructions", broken({"instructionReference": store, "condition": "%r1 == 3"},
         {"instructionReference": hex(int(store, 16) - 8), "offset": 8}, {"instructionReference": store, "offset": 1},
         {"instructionReference": "0x10"}), [True, True, False, False])
    check("code: one at no address", "no memory" in broken({"instructionReference": "main"}))
    check("code: one without an address", "breakpoint 0: " in broken({}))
    same("code: one", broken({"instructionReference": store, "condition": "%r1 == 3"}), [True])
    i = listed(at[0], -2, 6)
    same("code: beyond its ends", [x.get("presentationHint") for x in i], ["invalid"] * 2 + [None] * 2 + ["invalid"] * 2)
    check("code: all addresses differ", len({x["address"] for x in i}) == 6, i)
    same("code: nothing", listed(at[0], 0, 0), [])
    same("code: far away", [x["instruction"] for x in listed(at[0], 1000, 2)], ["", ""])
    check("code: no code", "no frame" in listed("0x10", 0, 1), listed("0x10", 0, 1))
    check("code: no address", "no memory" in listed("main", 0, 1))
    check("code: too many", "up to" in listed(at[0], 0, 2 ** 40))
    c.ask("setBreakpoints", source={"path": source}, breakpoints=[])
    c.ask("continue", threadId=c.thread)
    same("code: a stop at an instruction", stop(c)[:3], ("instruction breakpoint", "scale", 10))
    same("code: which, for whom", (c.frames[0]["instructionPointerReference"], value(c, "%r1"), value(c, "%r3")), (store, "3", "120"))
    same("code: none any more", broken(), [])
    c.ask("continue", threadId=c.thread)
    same("code: the end", c.event("exited"), {"exitCode": 0})
    c.end()


# What the sanitizer finds stops.
def checked(px_dap, folder):
    args = ["-b", "64", "race", "buf:i32:64"]
    c = begin(px_dap, folder + "/k.ptx", args=args, check="race,sync", cwd=folder)
    s = stop(c)
    same("checked: a finding", (s[0], s[1], c.stopped.get("description")), ("exception", "race", "the sanitizer has found a defect"))
    same("checked: at the access that shows it", s[2:], (13, folder + "/k.c"))
    check("checked: what it is", c.stopped["text"].startswith("race: ") and "k.c:14" in c.stopped["text"], c.stopped)
    same("checked: to be asked", [c.ask("exceptionInfo", threadId=c.thread)["body"][x] for x in ("exceptionId", "description")], ["finding", c.stopped["text"]])
    number = variables(c, c.scopes["Thread and block"])["threadIdx"]["value"]
    check("checked: of the thread that it is about", "write by thread (%s)" % number in c.stopped["text"], (number, c.stopped["text"]))
    c.ask("setBreakpoints", source={"path": folder + "/k.c"}, breakpoints=[{"line": 15}])
    c.ask("continue", threadId=c.thread)
    same("checked: breakpoints stop, too", stop(c)[:3], ("breakpoint", "race", 15))
    c.ask("next", threadId=c.thread, granularity="instruction")
    same("checked: and steps", stop(c)[0], "step")
    c.ask("setBreakpoints", source={"path": folder + "/k.c"}, breakpoints=[])
    c.ask("continue", threadId=c.thread)
    same("checked: it ends", c.event("exited")["exitCode"], 0)
    check("checked: with the report as ever", "pxemu: race:" in c.output, c.output)
    c.end()
    for name, filters, more in (("by the filter", ["fault"], {"check": "race"}), ("without the check", ["fault", "finding"], {}),
                                ("of another check", ["fault", "finding"], {"check": "memory"})):
        c = Client([px_dap])
        c.ask("initialize")
        c.ask("launch", program=folder + "/k.ptx", args=args, **more)
        c.ask("setExceptionBreakpoints", filters=filters)
        c.ask("configurationDone")
        same("checked: no stop " + name, c.event("exited"), {"exitCode": 0})
        c.end()
    c = begin(px_dap, folder + "/k.ptx", args=["-b", "64", "scale", "u64:0"], check=True)
    same("checked: a fault stops once", stop(c)[:3], ("exception", "scale", 7))
    same("checked: as a fault", c.ask("exceptionInfo", threadId=c.thread)["body"]["exceptionId"], "fault")
    c.ask("continue", threadId=c.thread)
    check("checked: and fails", c.event("exited")["exitCode"] != 0)
    c.end()
    c = begin(px_dap, folder + "/k.ptx", folder + "/k.c", (9,), args=["-b", "64", "scale", "buf:i32:64=iota"], check=True)
    same("checked: a right kernel stops at breakpoints only", stop(c)[:3], ("breakpoint", "scale", 9))
    c.ask("setBreakpoints", source={"path": folder + "/k.c"}, breakpoints=[])
    c.ask("continue", threadId=c.thread)
    same("checked: and ends", c.event("exited"), {"exitCode": 0})
    c.end()


# A program that the user has started.
def attach(px_dap, folder):
    path, source = folder + "/socket", folder + "/k.c"
    px_run = os.path.join(os.path.dirname(px_dap), "px-run")
    command = [px_run, "-b", "64", folder + "/k.ptx", "scale", "buf:i32:64=iota,print:2"]

    def started(**more):
        p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
                             env=dict(os.environ, PX_DEVICE="emu", PXEMU_DEBUG="listen:" + path, **more))
        p.said = p.stderr.readline()
        return p

    p = started()
    check("attach: the program says where", path in p.said and "attach" in p.said, p.said)
    same("attach: only its user may", os.stat(path).st_mode & 0o777, 0o600)
    c = begin(px_dap, folder + "/k.ptx", source, (8,), how="attach", socket=path, cwd=folder)
    check("attach: verified by the program's file", c.breaks["body"]["breakpoints"][0]["verified"], c.breaks)
    same("attach: the process", (c.event("process") or {}).get("systemProcessId"), p.pid)
    same("attach: a breakpoint", stop(c), ("breakpoint", "scale", 8, source))
    check("attach: the path has gone", not os.path.exists(path))
    c.ask("setBreakpoints", source={"path": source}, breakpoints=[])
    c.ask("continue", threadId=c.thread)
    same("attach: the end", c.event("terminated"), {})
    same("attach: of the program", (p.wait(WAIT), "126 124" in p.stdout.read()), (0, True))
    c.ask("disconnect")
    same("attach: of px-dap", c.end(), 0)
    for name, more, status in (("it runs on", {}, 0), ("or is ended", {"terminateDebuggee": True}, -9)):
        p = started()
        c = begin(px_dap, None, how="attach", socket=path, stopOnEntry=True)
        same("attach: no program's file", stop(c)[:2], ("entry", "scale"))
        c.ask("disconnect", **more)
        same("attach: px-dap leaves", c.end(), 0)
        same("attach: " + name, p.wait(WAIT), status)
    c = begin(px_dap, None, how="attach", socket=path)
    check("attach: nobody is there", c.event("terminated") == {} and "no program waits" in c.output, c.output)
    c.end()
    p = started(PXEMU_CHECK="race")
    c = Client([px_dap])
    c.ask("initialize")
    for name, words, more in (("no socket", "socket", {}), ("no such file", "No such file", {"socket": path, "program": folder + "/nosuch"}),
                              ("no such folder", "no folder", {"socket": path, "cwd": folder + "/nosuch"})):
        r = c.ask("attach", **more)
        check("attach: " + name, not r["success"] and words in r["message"], r)
    c.ask("attach", socket=path)
    check("attach: once", "has been done" in c.ask("attach", socket=path)["message"])
    check("attach: or launched", "has been done" in c.ask("launch", program=folder + "/k.ptx")["message"])
    c.end()
    p.kill()
    p.wait()
    p = started()
    check("attach: the path of a program that was killed", "Address already in use" in p.said and "without the debugger" in p.said, p.said)
    same("attach: then it runs", p.wait(WAIT), 0)
    os.unlink(path)


# A PTX file, by px-run; output; entry; names of functions; standard error; signals.
def ptx(px_dap, folder):
    args = ["-b", "64", "scale", "buf:i32:64=iota,print:3"]
    c = begin(px_dap, "k.ptx", folder + "/k.c", (8, 9), cwd=folder, args=args, stopOnEntry=True)
    same("verified by the lines of PTX", [(b["verified"], b["line"]) for b in c.breaks["body"]["breakpoints"]], [(True, 8), (True, 9)])
    same("the start of a kernel", stop(c), ("entry", "scale", 7, folder + "/k.c"))
    c.ask("continue", threadId=c.thread)
    stop(c)
    c.ask("continue", threadId=c.thread)
    stop(c)
    t = [x["name"] for x in c.ask("threads")["body"]["threads"]]
    check("a warp waits", len(t) == 2 and any("waits at a barrier" in x for x in t), t)
    c.ask("setBreakpoints", source={"path": folder + "/k.c"}, breakpoints=[{"line": 10}])
    c.ask("continue", threadId=c.thread)
    stop(c)
    same("registers of PTX", value(c, "%v"), str(63 - int([x["name"] for x in c.ask("threads")["body"]["threads"] if x["id"] == c.thread][0].split("thread (")[1].split(",")[0])))
    c.ask("stepIn", threadId=c.thread)
    same("step in", stop(c)[:3], ("step", "twice", 3))
    check("no variables of C", "px-debug" in c.ask("variables", variablesReference=c.scopes["Locals"])["message"])
    c.ask("setBreakpoints", source={"path": folder + "/k.c"}, breakpoints=[])
    c.ask("continue", threadId=c.thread)
    same("it ends", c.event("exited"), {"exitCode": 0})
    check("what it printed", "126 124 122" in c.output, c.output)
    c.end()
    c = begin(px_dap, folder + "/k.ptx", functions=("twice", "nosuch"), args=args)
    same("functions", [b["verified"] for b in c.breaks["body"]["breakpoints"]], [True, False])
    same("one stops", stop(c)[:3], ("function breakpoint", "twice", 3))
    c.ask("terminate")
    same("terminate", c.event("exited"), {"exitCode": 128 + 15})
    c.end()
    c = begin(px_dap, folder + "/k.ptx", args=args, stopOnEntry=True, kernel="other")
    same("another kernel's start is no stop", c.event("exited"), {"exitCode": 0})
    c.end()
    c = begin(px_dap, folder + "/k.ptx", args=["-b", "64", "scale", "u64:0"])
    same("a fault", stop(c)[:3], ("exception", "scale", 7))
    check("what it is", "address" in c.stopped["text"] and c.ask("exceptionInfo", threadId=c.thread)["body"]["description"] == c.stopped["text"], c.stopped)
    c.ask("continue", threadId=c.thread)
    same("then it fails as ever", c.event("exited"), {"exitCode": 1})
    c.end()
    c = Client([px_dap])
    c.ask("initialize")
    c.ask("launch", program=folder + "/k.ptx", args=["-b", "64", "scale", "u64:0"])
    c.ask("setExceptionBreakpoints", filters=[])
    c.ask("configurationDone")
    same("faults need not stop", c.event("exited"), {"exitCode": 1})
    c.end()
    c = begin(px_dap, folder + "/k.ptx", args=args, noDebug=True, stopOnEntry=True)
    same("without the debugger", c.event("exited"), {"exitCode": 0})
    c.end()
    c = begin(px_dap, folder + "/k.ptx", args=["-b", "32", "forever"])
    time.sleep(1)
    c.ask("pause", threadId=1)
    same("pause", stop(c)[:2], ("pause", "forever"))
    c.ask("continue", threadId=c.thread)
    c.ask("setBreakpoints", source={"path": folder + "/k.c"}, breakpoints=[{"line": 21}])
    same("a breakpoint while it runs", stop(c)[:3], ("breakpoint", "forever", 21))
    pid = [p for p, (state, parent) in processes().items() if parent == c.p.pid][0]
    c.ask("disconnect")
    same("disconnect ends it", c.end(), 0)
    end = time.time() + WAIT
    while processes().get(pid, "Z")[0] != "Z" and time.time() < end:
        time.sleep(0.1)
    check("and the program", processes().get(pid, "Z")[0] == "Z")


# A program that px-dap did not compile, its output, environment and signals.
def other(px_dap, folder):
    c = begin(px_dap, folder + "/other.sh", cwd=folder, args=["one two", "\u00e9"], env={"SET": "here", "HOME": None})
    same("status", c.event("exited"), {"exitCode": 5})
    check("arguments", "one two|\u00e9" in c.output, c.output)
    check("environment", "SET=here HOME=-" in c.output, c.output)
    check("bytes that are not UTF-8", "a\ufffdb" in c.output, c.output)
    same("disconnected", (c.ask("disconnect")["success"], c.end()), (True, 0))


# Requests that are wrong; after each the session goes on.
def wrong(px_dap, folder):
    c = Client([px_dap])

    def refused(name, words, r):
        check(name, r is not None and r.get("success") is False and words in r.get("message", ""), r)

    def raw(name, data, words):
        c.raw(data)
        refused(name, words, c.receive())

    def ask(name, words, command, **arguments):
        refused(name, words, c.ask(command, **arguments))

    raw("no header", b"hello\r\n\r\n", "Content-Length: N")
    raw("no number", b"Content-Length: x\r\n\r\n", "with a number")
    raw("a negative number", b"Content-Length: -1\r\n\r\n{}", "with a number")
    raw("a number that no machine has", b"Content-Length: 99999999999999999999999\r\n\r\n{}", "with a number")
    raw("a huge number", b"Content-Length: 9999999999\r\n\r\n{}", "px-dap takes")
    raw("no length", b"Content-Type: x\r\nContent-Length:\r\n\r\n", "with a number")
    raw("a header without end", b"Content-Length: " + b"1" * 5000, "Content-Length: N")
    raw("no JSON", b"Content-Length: 5\r\n\r\n{nope", "not JSON")
    raw("deep JSON", b"Content-Length: 100000\r\n\r\n" + b"[" * 100000, "not JSON")
    raw("nothing", b"Content-Length: 0\r\n\r\n", "not JSON")
    raw("no object", b"Content-Length: 2\r\n\r\n[]", "not an object")
    raw("no request", b"Content-Length: 2\r\n\r\n{}", "no request")
    raw("an event", b'Content-Length: 38\r\n\r\n{"seq":1,"type":"event","command":"x"}', "no request")
    raw("a NUL", b'Content-Length: 9\r\n\r\n{"a":"\0"}', "not JSON")
    for command in ("launch", "setBreakpoints", "configurationDone", "threads", "continue", "evaluate", "terminate"):
        ask(command + " too early", "after initialize", command)
    ask("an unknown request", "does not know", "nosuch")
    ask("an unknown request with a long name", "does not know", "x" * 100000)
    check("initialize", c.ask("initialize")["success"])
    ask("initialize again", "has been done", "initialize")
    for command in ("stackTrace", "variables", "next", "pause", "readMemory"):
        ask(command + " before launch", "comes after", command)
    ask("launch of nothing", "program", "launch")
    ask("launch of a number", "Expected string", "launch", program=1)
    ask("launch of a folder", "no file", "launch", program=folder)
    ask("launch of what is not there", "No such file", "launch", program=folder + "/nosuch")
    ask("launch of what is no program", "Permission denied", "launch", program=folder + "/k.c")
    ask("args", "args", "launch", program=folder + "/k.ptx", args="x")
    ask("args of numbers", "element 1", "launch", program=folder + "/k.ptx", args=["x", 1])
    ask("env", "env", "launch", program=folder + "/k.ptx", env={"A": 1})
    ask("cwd", "there is no folder", "launch", program=folder + "/k.ptx", cwd=folder + "/nosuch")
    c.seq += 1
    c.message({"seq": c.seq, "type": "request", "command": "launch", "arguments": [1]})
    refused("arguments of an array", "no object", c.response(c.seq))
    ask("breakpoints of nothing", "source", "setBreakpoints")
    ask("a breakpoint at a text", "breakpoint 0", "setBreakpoints", source={"path": "/x.c"}, breakpoints=[{"line": "1"}])
    for hits in ("x", "0", "-1", "5x", "> ", "%0", "99999999999999999999999"):
        ask("hits " + hits, "how often", "setBreakpoints", source={"path": "/x.c"}, breakpoints=[{"line": 1, "hitCondition": hits}])
    ask("check of a number", "check", "launch", program=folder + "/k.ptx", check=1)
    ask("a check that there is not", "no check 'rase'", "launch", program=folder + "/k.ptx", check="sync,rase")
    ask("a breakpoint at line 0", "no line 0", "setBreakpoints", source={"path": "/x.c"}, breakpoints=[{"line": 0}])
    ask("a breakpoint far down", "no line", "setBreakpoints", source={"path": "/x.c"}, breakpoints=[{"line": 2 ** 40}])
    ask("a filter", "no filter", "setExceptionBreakpoints", filters=["x"])
    check("launch", c.ask("launch", program=folder + "/k.ptx", args=["-b", "64", "scale", "buf:i32:64=iota"], stopOnEntry=True)["success"])
    ask("launch again", "has been done", "launch", program=folder + "/k.ptx")
    check("configurationDone", c.ask("configurationDone")["success"])
    check("it stops", stop(c)[0] == "entry")
    for number in (0, -1, 1, 99, 2 ** 62):
        ask("thread %d" % number, "no thread", "stackTrace", threadId=number)
        ask("frame %d" % number, "no frame", "scopes", frameId=number + 1 if number == 1 else number)
        if number != 1:
            ask("variable %d" % number, "no variable", "variables", variablesReference=number)
    ask("a negative count", "not negative", "variables", variablesReference=c.scopes["Registers (PTX)"], start=-1)
    ask("memory nowhere", "no memory", "readMemory", memoryReference="x", count=1)
    same("memory of nobody", c.ask("readMemory", memoryReference="0x10", count=4)["body"]["unreadableBytes"], 4)
    ask("an empty expression", "missing", "evaluate", expression="")
    ask("nested expression", "nested", "evaluate", expression="(" * 10000)
    ask("exceptionInfo without", "no thread", "exceptionInfo", threadId=c.thread)
    ask("pause twice", "have stopped", "pause", threadId=c.thread)
    check("what is left goes on", c.ask("continue", threadId=c.thread)["success"])
    same("the program ends", c.event("exited"), {"exitCode": 0})
    c.raw(b"Content-Length: 100\r\n\r\n{")
    same("the end of the input within a message", c.end(), 0)


sessions = {"session": session, "example": example, "logs": logs, "code": code, "changes": changes, "checked": checked, "attach": attach, "ptx": ptx, "other": other, "wrong": wrong}
sessions[sys.argv[1]](sys.argv[2], os.path.realpath(sys.argv[3]))
sys.exit(status)
