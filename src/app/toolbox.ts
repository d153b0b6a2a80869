import type { CallPlan } from '../domain/dispatch/state.js';
import type { Tool, ToolSchema } from '../domain/tool.js';
import type { CompiledSchema, SchemaValidator } from '../ports/schema-validator.js';

/** One tool with what the dispatch derives from it once. */
export interface ToolEntry {
  readonly tool: Tool;
  readonly plan: CallPlan;
  /** Compiled on the first call: a catalogue of thousands of tools pays for those that are used. */
  readonly validate: () => CompiledSchema;
}

/** The tools of one turn: what the model is told, and what its calls find. */
export interface Toolbox {
  readonly schemas: readonly ToolSchema[];
  find(name: string): ToolEntry | undefined;
}

/** Derives toolboxes; a list that is the same array gives the same toolbox. */
export class Toolboxes {
  readonly #plan: (tool: Tool) => CallPlan;
  readonly #schemas: SchemaValidator;
  readonly #entries: WeakMap<Tool, ToolEntry> = new WeakMap();
  #last: { readonly tools: readonly Tool[]; readonly box: Toolbox } | undefined;

  constructor(plan: (tool: Tool) => CallPlan, schemas: SchemaValidator) {
    this.#plan = plan;
    this.#schemas = schemas;
  }

  of(tools: readonly Tool[]): Toolbox {
    if (this.#last?.tools !== tools) this.#last = { tools, box: this.#derive(tools) };
    return this.#last.box;
  }

  #derive(tools: readonly Tool[]): Toolbox {
    const byName = new Map(tools.map((tool) => [tool.schema.name, tool]));
    return {
      schemas: tools.map((tool) => tool.schema),
      find: (name) => {
        const tool = byName.get(name);
        return tool === undefined ? undefined : this.#entry(tool);
      },
    };
  }

  #entry(tool: Tool): ToolEntry {
    let entry = this.#entries.get(tool);
    if (entry === undefined) {
      let compiled: CompiledSchema | undefined;
      const validate = (): CompiledSchema => (compiled ??= this.#schemas.compile(tool.schema.inputSchema));
      entry = { tool, plan: this.#plan(tool), validate };
      this.#entries.set(tool, entry);
    }
    return entry;
  }
}
