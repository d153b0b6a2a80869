import { owned, type Requirement } from './requirement.js';

/** MS, X: serving governed tools, and the gateway's cases from the field. */
export const serving: readonly Requirement[] = owned('later: serving tools and the gateway', {
  'MS-1': 'Governed tools are served over stdio and Streamable HTTP on the dispatch of the agent',
  'MS-2':
    'An ask is a tool error that names the link and runs nothing; check-ins and unmet needs are refused when made',
  'MS-3':
    'Schemas are served unchanged; an unknown tool, bad arguments and a throwing tool are tool errors and the next call is answered',
  X03: "An upstream's question during a call reaches the caller of that call, and the answer finds its way back",
  X04: 'A session begun on one replica is honoured or answered 404 on another, and is never mistaken for one of somebody else',
  X05: 'A tool whose pinned digest changed is refused until accepted, with the difference shown',
  X06: 'A large result is given as a head and a way to fetch the rest, and the model is told of both',
  X07: "A cancel ends only the upstream call of the client that sent it, though two clients' ids are equal",
  X08: 'Proxies of the environment serve https upstreams and are left out for loopback',
  X09: 'A ping is answered from either side, during a call as well',
  X10: 'With all upstream slots busy the error is named, can be retried after a stated wait, and the catalogue stays whole',
});
