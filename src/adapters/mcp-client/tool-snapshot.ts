import type { Tool } from '../../domain/tool.js';
import type { ListedTool } from './listed-tool.js';

/** A server's tools by name, in the order in which it listed them. */
export type ListedTools = ReadonlyMap<string, ListedTool>;

/** What a snapshot is made with. */
export interface SnapshotSource {
  /** Asks the server. What it throws is what the caller gets, and the snapshot stays as it was. */
  list(): Promise<readonly ListedTool[]>;
  serve(tool: ListedTool): Tool;
  /** Told of each list before it is served, with the one before it; that is undefined for the first. */
  listed(after: ListedTools, before: ListedTools | undefined): void;
}

/**
 * The tools of a server as they were listed last, in the server's order. There is one listing at a time, which concurrent
 * callers share. A tool whose definition is the same stays the same object.
 */
export class ToolSnapshot {
  readonly #source: SnapshotSource;
  #served: ReadonlyMap<string, Tool> = new Map();
  #listed: ListedTools | undefined;
  #tools: readonly Tool[] | undefined;
  #listing: Promise<readonly Tool[]> | undefined;

  constructor(source: SnapshotSource) {
    this.#source = source;
  }

  /** The snapshot; it is listed when there is none. */
  async tools(): Promise<readonly Tool[]> {
    return this.#tools ?? this.refresh();
  }

  /** A new snapshot. */
  async refresh(): Promise<readonly Tool[]> {
    return (this.#listing ??= this.#list().finally(() => (this.#listing = undefined)));
  }

  /**
   * A new snapshot of what is there now: a listing that is under way may have begun too early, and is waited for. Where
   * nothing was listed yet, nothing is.
   *
   * @returns whether a tool was added, removed or changed
   */
  async renew(): Promise<boolean> {
    await this.#listing?.catch(() => undefined);
    const before = this.#served;
    if (this.#tools === undefined) return false;
    await this.refresh();
    return this.#served !== before;
  }

  async #list(): Promise<readonly Tool[]> {
    const list = await this.#source.list();
    const before = this.#listed;
    const after = new Map(list.map((tool) => [tool.schema.name, tool]));
    this.#source.listed(after, before);
    const serve = (tool: ListedTool): Tool => {
      const { name } = tool.schema;
      const same = before?.get(name)?.digest === tool.digest ? this.#served.get(name) : undefined;
      return same ?? this.#source.serve(tool);
    };
    const tools = list.map(serve);
    const isSame = tools.length === this.#served.size && tools.every((tool) => this.#serves(tool));
    if (!isSame) this.#served = new Map(tools.map((tool) => [tool.schema.name, tool]));
    this.#listed = after;
    this.#tools = tools;
    return tools;
  }

  #serves(tool: Tool): boolean {
    return this.#served.get(tool.schema.name) === tool;
  }
}
