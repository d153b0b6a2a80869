import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What the test sources cite. `faults` are calls of `verifies` that prove nothing, each with its place and why. */
export interface Citations {
  readonly ids: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** Reads the `verifies('…')` calls in the test files of a folder. Only literal ids, inside a test that runs, count. */
export function citationsOf(folder: string): Citations {
  const ids = new Set<string>();
  const faults: string[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.test.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    if (!text.includes('verifies')) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    visit(source, (call) => {
      const line = source.getLineAndCharacterOfPosition(call.getStart()).line + 1;
      if (!isInRunningTest(call)) faults.push(`${file}:${line} is in no test that runs`);
      else if (!call.arguments.every(ts.isStringLiteral))
        faults.push(`${file}:${line} has an id that is no literal`);
      else for (const id of call.arguments) ids.add(id.text);
    });
  }
  return { ids, faults };
}

function visit(node: ts.Node, found: (call: ts.CallExpression) => void): void {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'verifies')
    found(node);
  ts.forEachChild(node, (child) => visit(child, found));
}

function isInRunningTest(node: ts.Node): boolean {
  const callees: string[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent)
    if (ts.isCallExpression(at)) callees.push(at.expression.getText());
  const skipped = callees.some((callee) =>
    /^(test|it|describe)\b.*\.(skip|todo|failing)\b|^x(test|it|describe)\b/.test(callee),
  );
  return !skipped && callees.some((callee) => /^(test|it)\b/.test(callee));
}
