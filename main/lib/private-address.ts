import { BlockList, isIP } from 'node:net';
import { isLoopbackHost } from './url-gate.ts';

const privateNets = new BlockList();
const nets4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
];
for (const [net, prefix] of nets4) {
  privateNets.addSubnet(net, prefix, 'ipv4');
  privateNets.addSubnet(`::ffff:${net}`, 96 + prefix, 'ipv6');
  // Behind a translator of addresses (NAT64).
  privateNets.addSubnet(`64:ff9b::${net}`, 96 + prefix, 'ipv6');
}
privateNets.addAddress('::', 'ipv6');
privateNets.addAddress('::1', 'ipv6');
privateNets.addSubnet('fc00::', 7, 'ipv6');
privateNets.addSubnet('fe80::', 10, 'ipv6');

/**
 * True when a host as `URL.hostname` gives it names this computer or its local network by itself: loopback, private,
 * link-local and shared addresses, `localhost`, `.local`, and names without a dot. Does not ask DNS.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const family = isIP(host);
  if (family !== 0) return privateNets.check(host, family === 4 ? 'ipv4' : 'ipv6');
  return isLoopbackHost(hostname) || host.endsWith('.local') || !host.includes('.');
}
