// Runs the main of a program for wasm32-unknown-unknown: its result is the exit code, a panic is a trap.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
// Nothing is offered to the program: what it imports it may only name, not call.
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => { throw new Error(`${from}.${name} was called`); };
}
const { exports } = new WebAssembly.Instance(module, imports);
const code = exports.main(0, 0);
if (code !== 0) {
    console.error(`line ${code} is not as expected`);
}
process.exitCode = code;
