# SPDX-License-Identifier: Apache-2.0
"""What onnx.checker says of each model that is named on standard input.

Usage: verdicts.py FOLDER <PATHS        (paths are relative to FOLDER, one a line)

Prints a line for each path, with tabs between:  PATH  LOWERED FROM  VERDICT  VERDICT WITH FULL_CHECK
A verdict is "ok", "CLASS: MESSAGE" for a refusal, "newer: OPSET" where the model imports operators that the
package does not know, or "none: WHY" where the checker came to no end.

The files are spoilt; give it copies. With full_check, release 1.12 writes the shapes that it inferred into the
file that it checks. And a model whose operators are known, but whose IR version is newer than the package, would
be refused for its version alone: it is checked as one of the package's own version, and LOWERED FROM says which
version it states ("-" for other models).
"""
import os
import resource
import select
import signal
import sys

import onnx
import onnx.checker
import onnx.defs

SECONDS = 20
MEMORY = 4 << 30  # of address space


def known_opsets():
    known = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        known[schema.domain] = max(known.get(schema.domain, 0), schema.since_version)
    known[""] = onnx.defs.onnx_opset_version()
    return known


def load(path):
    """The model without its external data; None where it cannot be read as one."""
    try:
        return onnx.load_model(path, load_external_data=False)
    except Exception:  # which one differs by the release of protobuf; the checker will tell
        return None


def newer_opset(model, known):
    """An import of the model that is newer than the package; None where there is none."""
    imports = list(model.opset_import)
    for function in model.functions:
        imports += function.opset_import
    for entry in imports:
        domain = "" if entry.domain == "ai.onnx" else entry.domain
        if entry.version > known.get(domain, entry.version):
            return "%s %d" % (domain or "ai.onnx", entry.version)
    return None


def lower_ir_version(path):
    """The last of several values of a field is the one that counts."""
    with open(path, "ab") as file:
        file.write(bytes([0x08, onnx.IR_VERSION]))


def verdict(path, full_check):
    try:
        onnx.checker.check_model(path, full_check=full_check)
    except MemoryError:
        return "none: memory"
    except Exception as error:
        return "%s: %s" % (type(error).__name__, " ".join(str(error).split()))
    return "ok"


def ask(paths, known, pipe):
    """The child's part: three lines for each path. What a crash or a limit prevents is missing in the pipe."""

    def tell(text):
        os.write(pipe, text[:2000].encode("utf-8", "backslashreplace") + b"\n")

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for path in paths:
        model = load(path)
        what = model and newer_opset(model, known)
        is_lowered = model and not what and model.ir_version > onnx.IR_VERSION
        if is_lowered:
            lower_ir_version(path)
        tell(str(model.ir_version) if is_lowered else "-")
        for full_check in False, True:
            tell("newer: " + what if what else verdict(path, full_check))


def answers(paths, known):
    """Forks a child for the paths, and yields the lines of each until it ends; short ones for the path it ends at."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            ask(paths, known, writer)
        finally:
            os._exit(0)
    os.close(writer)
    text = b""
    why = "crash"
    while True:
        if not select.select([reader], [], [], SECONDS)[0]:
            why = "time"
            os.kill(child, signal.SIGKILL)
            break
        piece = os.read(reader, 65536)
        if not piece:
            break
        text += piece
        while text.count(b"\n") >= 3:
            *lines, text = text.split(b"\n", 3)
            yield [line.decode("utf-8", "replace") for line in lines]
    os.close(reader)
    os.waitpid(child, 0)
    lines = text.decode("utf-8", "replace").split("\n")[:-1] or ["-"]
    yield (lines + ["none: " + why] * 2)[:3]


def main():
    known = known_opsets()
    paths = sys.stdin.read().splitlines()
    os.chdir(sys.argv[1])
    while paths:
        done = 0
        for path, lines in zip(paths, answers(paths, known)):
            print(path, *lines, sep="\t", flush=True)
            done += 1
        paths = paths[done:]


main()
