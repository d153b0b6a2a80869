import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { refuseAddress, type UrlPolicy } from '../../domain/url-guard.js';

/** How a name becomes addresses: the part of `dns.lookup` that is used. */
export type ResolveName = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A `lookup` for sockets that judges every address a name resolves to and hands on exactly those, so that the address
 * that was judged is the one that is dialled. One forbidden address refuses the name. A host that is an address is
 * never looked up: `checkOutboundUrl` judges it.
 */
export function guardedLookup(policy: UrlPolicy, resolve: ResolveName = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error !== null || first === undefined) {
        callback(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
        return;
      }
      try {
        for (const { address } of addresses) refuseAddress(hostname, address, policy);
      } catch (refusal) {
        callback(refusal as NodeJS.ErrnoException, '', 0);
        return;
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
