import { appendFile, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const LINE_END = 10;

/**
 * A file of lines that grows at its end. A line that a crash or a full disk left half written is closed before the next
 * is added, so that it costs itself alone.
 */
export class LineFile {
  readonly #path: string;
  #mayEndMidLine = true;

  constructor(path: string) {
    this.#path = path;
  }

  /** Adds whole lines, each with its line end; the folder is made when it is missing. */
  async append(lines: string): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const start = this.#mayEndMidLine && (await endsMidLine(this.#path)) ? '\n' : '';
    this.#mayEndMidLine = true;
    await appendFile(this.#path, start + lines);
    this.#mayEndMidLine = false;
  }
}

async function endsMidLine(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size === 0) return false;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, found.size - 1);
    return bytesRead === 1 && buffer[0] !== LINE_END;
  } finally {
    await file.close();
  }
}
