/**
 * The public API as a diff: compares what the four entries export with etc/<entry>.api.md, and fails on a difference.
 * With --update it writes the reports. Works from the sources, so that a stale build is never reported on.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const ENTRIES = ['index', 'providers', 'security', 'contracts'];
const root = join(import.meta.dirname, '..');
const temp = join(root, 'temp');
const update = process.argv.includes('--update');

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
rmSync(temp, { recursive: true, force: true });
mkdirSync(join(root, 'etc'), { recursive: true });
execFileSync(
  process.execPath,
  [tsc, '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', join(temp, 'types')],
  { cwd: root, stdio: 'inherit' },
);

/** A type that one entry uses may be exported by another entry, so the extractor's advice per entry says little. */
const quiet = { default: { logLevel: ExtractorLogLevel.None } };

/** The settings of one entry; the report is the only output. */
function configOf(entry) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(temp, 'types', `${entry}.d.ts`),
      compiler: { tsconfigFilePath: join(root, 'tsconfig.build.json') },
      apiReport: {
        enabled: true,
        reportFolder: join(root, 'etc'),
        reportTempFolder: join(temp, 'reports'),
        reportFileName: `${entry}.api.md`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: quiet,
        tsdocMessageReporting: quiet,
      },
    },
    configObjectFullPath: join(root, 'etc', 'api-extractor.json'),
    packageJsonFullPath: join(root, 'package.json'),
  });
}

/** Prints what went wrong, and nothing else. */
function say(message) {
  message.handled = true;
  const wrong =
    message.logLevel === ExtractorLogLevel.Error || message.logLevel === ExtractorLogLevel.Warning;
  if (wrong && message.category !== 'console')
    process.stderr.write(`  ${message.formatMessageWithLocation(root)}\n`);
}

let failed = 0;
for (const entry of ENTRIES) {
  const result = Extractor.invoke(configOf(entry), { localBuild: update, messageCallback: say });
  const changed = result.apiReportChanged && !update;
  if (!result.succeeded || changed) failed += 1;
  if (changed)
    process.stderr.write(
      `etc/${entry}.api.md differs from the sources: npm run api:update, and review the diff.\n`,
    );
  else process.stdout.write(`etc/${entry}.api.md ${result.apiReportChanged ? 'written' : 'is current'}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
