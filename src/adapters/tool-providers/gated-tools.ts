import { InvalidOptionError, textOfThrown } from '../../domain/errors.js';
import { shapeOf } from '../../domain/json.js';
import type { Tool } from '../../domain/tool.js';
import type { Awaitable } from '../../ports/awaitable.js';
import type { ToolListContext, ToolProvider } from '../../ports/tool-provider.js';

/** Whether the tool of this name is shown in this turn. It answers at once: `true` or `false`, not a promise. */
export type ToolPredicate = (toolName: string, context: ToolListContext) => boolean;

/**
 * Shows those of the inner provider's tools that the predicate lets through, decided afresh for every turn. A predicate
 * that throws, or answers anything but `true` or `false`, hides that tool for that turn and reports
 * `sallyport.tools.gate_failed`. While the visible tools are the same ones, the answer is the same array.
 *
 * @throws InvalidOptionError when `inner` is no provider or `predicate` no function
 */
export function gatedTools(inner: ToolProvider, predicate: ToolPredicate): ToolProvider {
  if (typeof (inner as ToolProvider | undefined)?.list !== 'function') {
    throw new InvalidOptionError(
      `gatedTools takes a tool provider first, not ${shapeOf(inner)}. Wrap a list of tools: staticTools(tools).`,
    );
  }
  if (typeof predicate !== 'function') {
    throw new InvalidOptionError(
      `gatedTools takes a predicate (toolName, context) => boolean, not ${shapeOf(predicate)}.`,
    );
  }
  return new GatedTools(inner, predicate);
}

class GatedTools implements ToolProvider {
  readonly id: string;
  readonly #inner: ToolProvider;
  readonly #predicate: ToolPredicate;
  #last: readonly Tool[] = [];

  constructor(inner: ToolProvider, predicate: ToolPredicate) {
    this.id = `gated(${inner.id})`;
    this.#inner = inner;
    this.#predicate = predicate;
  }

  list(context: ToolListContext): Awaitable<readonly Tool[]> {
    const tools = this.#inner.list(context);
    return 'then' in tools
      ? tools.then((list) => this.#visible(list, context))
      : this.#visible(tools, context);
  }

  #visible(tools: readonly Tool[], context: ToolListContext): readonly Tool[] {
    const shown = tools.filter((tool) => this.#shows(tool.schema.name, context));
    if (!sameItems(shown, this.#last))
      this.#last = shown.length === tools.length ? tools : Object.freeze(shown);
    return this.#last;
  }

  #shows(tool: string, context: ToolListContext): boolean {
    try {
      const answer: unknown = this.#predicate(tool, context);
      if (typeof answer === 'boolean') return answer;
      silence(answer);
      report(context, tool, `the predicate answered ${shapeOf(answer)}; it must answer true or false`);
    } catch (thrown) {
      report(context, tool, textOfThrown(thrown));
    }
    return false;
  }
}

function report(context: ToolListContext, tool: string, error: string): void {
  context.report?.({ type: 'sallyport.tools.gate_failed', tool, error });
}

/** A promise is no answer, and its rejection has been reported as such: it must not end the process as unhandled. */
function silence(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(() => undefined);
}

function sameItems(one: readonly Tool[], other: readonly Tool[]): boolean {
  return one.length === other.length && one.every((tool, i) => tool === other[i]);
}
