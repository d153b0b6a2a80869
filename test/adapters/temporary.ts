import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** Gives empty folders, which are gone when the tests of the file are over. */
export function temporaryFolders(): () => string {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return () => mkdtempSync(join(root, 'folder-'));
}
