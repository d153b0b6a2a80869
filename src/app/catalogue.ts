import type { Tool } from '../domain/tool.js';
import type { Awaitable } from '../ports/awaitable.js';
import type { ToolListContext, ToolProvider } from '../ports/tool-provider.js';
import type { Emitter } from './emitter.js';
import { isPromiseLike } from './settle.js';
import type { Toolbox, Toolboxes } from './toolbox.js';

/** All of an agent's tool providers as one: the first provider that claims a name keeps it. */
export class Catalogue {
  readonly #providers: readonly ToolProvider[];
  readonly #toolboxes: Toolboxes;
  readonly #events: Emitter;
  #lists: readonly (readonly Tool[])[] = [];
  #merged: readonly Tool[] = [];

  constructor(providers: readonly ToolProvider[], toolboxes: Toolboxes, events: Emitter) {
    this.#providers = providers;
    this.#toolboxes = toolboxes;
    this.#events = events;
  }

  /** The tools of one turn. Lists that have not changed since the last turn are not merged again. */
  open(context: ToolListContext): Awaitable<Toolbox> {
    const lists = this.#providers.map((provider) => provider.list(context));
    if (lists.some(isPromiseLike)) return Promise.all(lists).then((settled) => this.#toolbox(settled));
    return this.#toolbox(lists as readonly (readonly Tool[])[]);
  }

  #toolbox(lists: readonly (readonly Tool[])[]): Toolbox {
    if (lists.length !== this.#lists.length || lists.some((list, i) => list !== this.#lists[i])) {
      this.#merged = this.#merge(lists);
      this.#lists = lists;
    }
    return this.#toolboxes.of(this.#merged);
  }

  #merge(lists: readonly (readonly Tool[])[]): readonly Tool[] {
    const byName = new Map<string, Tool>();
    for (const tool of lists.flat()) {
      const { name } = tool.schema;
      const first = byName.get(name);
      if (first === undefined) byName.set(name, tool);
      else {
        this.#events.emit({
          type: 'sallyport.tools.shadowed',
          at: this.#events.now(),
          tool: name,
          kept: first.source ?? 'the application',
          dropped: tool.source ?? 'the application',
        });
      }
    }
    return [...byName.values()];
  }
}
