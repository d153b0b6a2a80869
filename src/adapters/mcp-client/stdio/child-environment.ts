/** What a child inherits of our environment: what a program needs to run, and nothing that may be a secret. */
const INHERITED = {
  posix: ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'],
  win32: [
    'APPDATA',
    'COMSPEC',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMFILES',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'USERNAME',
    'USERPROFILE',
  ],
} as const;

/** The environment of a child: the allowlist out of ours, and what was given. */
export function childEnvironment(
  given: Readonly<Record<string, string>> = {},
  ours: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of platform === 'win32' ? INHERITED.win32 : INHERITED.posix) {
    const value = ours[name];
    if (value !== undefined && !value.startsWith('()')) environment[name] = value;
  }
  return { ...environment, ...given };
}
