import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const SNIPPET = join(ROOT, 'snippet.ts');
const GIVEN = join(ROOT, 'given.d.ts');

/** The entries under the names that a user imports. */
const ENTRIES: { readonly [name: string]: string } = {
  sallyport: join(ROOT, 'src', 'index.ts'),
  'sallyport/providers': join(ROOT, 'src', 'providers.ts'),
  'sallyport/security': join(ROOT, 'src', 'security.ts'),
};

function options(): ts.CompilerOptions {
  const path = join(ROOT, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, (name) => ts.sys.readFile(name)) as { config: object };
  const parsed = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, ROOT);
  const paths = Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, [file]]));
  return { ...parsed.options, isolatedDeclarations: false, declaration: false, paths };
}

/**
 * What the compiler says of a program of its user, under this package's own strict options.
 *
 * @param given declarations of what the program takes for granted
 * @returns one line a complaint; none when it type-checks
 */
export function complaintsOf(snippet: string, given: string): readonly string[] {
  const settings = options();
  const files = new Map([
    [SNIPPET, snippet],
    [GIVEN, given],
  ]);
  const host = ts.createCompilerHost(settings);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists.call(host, name);
  host.readFile = (name) => files.get(name) ?? readFile.call(host, name);
  host.getSourceFile = (name, target, ...more) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile.call(host, name, target, ...more)
      : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([GIVEN, SNIPPET], settings, host);
  return [SNIPPET, GIVEN].flatMap((name) => {
    const file = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  });
}

/** The program as a module that runs, with the entries' own files in place of their names. */
export function runnable(snippet: string): string {
  const { outputText } = ts.transpileModule(snippet, {
    compilerOptions: { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 },
  });
  return outputText.replaceAll(/from '(sallyport[^']*)'/g, (_all, name: string) => {
    const entry = ENTRIES[name];
    if (entry === undefined) throw new Error(`${name} is no entry`);
    return `from ${JSON.stringify(entry)}`;
  });
}
