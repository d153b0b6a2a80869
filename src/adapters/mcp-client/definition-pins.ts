import { InvalidOptionError } from '../../domain/errors.js';
import { frozenCopy } from '../../domain/json.js';
import { readPins } from './read-pins.js';
import { suspectParts } from './suspect-parts.js';
import {
  changedParts,
  definitionDigest,
  type DefinitionPart,
  type ToolDefinition,
} from './tool-definition.js';

/** A tool of which its server says what was not accepted. All texts are the server's: escape what you show. */
export interface PendingDefinition {
  readonly server: string;
  readonly tool: string;
  /** SHA-256 of what the server says now, in hex. */
  readonly digest: string;
  /** SHA-256 of what is pinned, in hex; undefined where nothing is, for the tool is new or was suspect from the start. */
  readonly pinned: string | undefined;
  /** In what the two differ; none where nothing is pinned. */
  readonly parts: readonly DefinitionPart[];
  /** What is pinned; undefined where nothing is. */
  readonly was: ToolDefinition | undefined;
  readonly is: ToolDefinition;
}

/** The accepted definitions by server and tool, as JSON. */
export type PinnedDefinitions = Readonly<Record<string, Readonly<Record<string, ToolDefinition>>>>;

/** What was accepted of each server's tools. Several clients may share it. */
export interface DefinitionPins {
  /** What waits to be accepted, of one server or of all. The calls of these tools are refused. */
  pending(server?: string): readonly PendingDefinition[];
  /**
   * Pins what the server says now, so that the tool can be called. Takes what `pending` gave, or its three facts; the
   * digest makes sure that what was looked at is what is accepted.
   *
   * @throws InvalidOptionError when nothing of that digest waits: the server changed it again, or it was accepted before
   */
  accept(change: Pick<PendingDefinition, 'server' | 'tool' | 'digest'>): void;
  /** Whether exactly this definition, by its digest, is the pinned one. */
  isPinned(server: string, tool: string, digest: string): boolean;
  /** Told by a client of each list that it reads. The first of a server is pinned, but for what is suspect in it. */
  note(server: string, definitions: readonly ToolDefinition[]): void;
  /** What is pinned, for `definitionPins` of the next process. Keep it after a listing, and after `accept`. */
  toJSON(): PinnedDefinitions;
}

/**
 * Pins what servers say of their tools. The first list of a server is trusted; a tool that differs from its pin, that is
 * new after that list, or whose text hides something or commands a model, has to be accepted before it is called. For the
 * option `pinDefinitions` of `mcpClient` and `mcpClients`.
 *
 * @param pinned what `toJSON` gave in an earlier process; nothing is pinned unless given
 * @throws InvalidOptionError when that is something else
 */
export function definitionPins(pinned: PinnedDefinitions = {}): DefinitionPins {
  const pins = readPins(pinned);
  const waiting = new Map<string, Map<string, PendingDefinition>>();
  const isPinned = (server: string, tool: string, digest: string): boolean => {
    const pin = pins.get(server)?.get(tool);
    return pin !== undefined && definitionDigest(pin) === digest;
  };
  return {
    isPinned,
    pending: (server) => {
      const servers = server === undefined ? [...waiting.values()] : [waiting.get(server)];
      return servers.flatMap((tools) => [...(tools?.values() ?? [])]);
    },
    accept: (change) => {
      const { server, tool, digest } = change;
      const found = waiting.get(server)?.get(tool);
      if (found === undefined || found.digest !== digest) {
        throw new InvalidOptionError(
          `definitionPins: no change of tool "${tool}" of "${server}" with this digest waits. Look at pending("${server}") again.`,
        );
      }
      held(pins, server).set(tool, found.is);
      waiting.get(server)?.delete(tool);
    },
    note: (server, definitions) => {
      const isFirst = !pins.has(server);
      const accepted = held(pins, server);
      const open = held(waiting, server);
      for (const definition of definitions) {
        const is = frozenCopy(definition, 'definition');
        const digest = definitionDigest(is);
        if (isFirst && suspectParts(is).length === 0) accepted.set(is.name, is);
        if (isPinned(server, is.name, digest)) open.delete(is.name);
        else open.set(is.name, pendingOf(server, is, digest, accepted.get(is.name)));
      }
    },
    toJSON: () => Object.fromEntries([...pins].map(([server, tools]) => [server, Object.fromEntries(tools)])),
  };
}

function pendingOf(
  server: string,
  is: ToolDefinition,
  digest: string,
  was: ToolDefinition | undefined,
): PendingDefinition {
  const pinned = was && definitionDigest(was);
  return { server, tool: is.name, digest, pinned, parts: was ? changedParts(was, is) : [], was, is };
}

/** The map under a key, made where there is none. */
function held<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const found = maps.get(key) ?? new Map<string, Value>();
  maps.set(key, found);
  return found;
}
