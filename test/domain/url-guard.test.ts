import { describe, expect, test } from '@jest/globals';
import { addressRange } from '../../src/domain/address-range.js';
import { checkOutboundUrl } from '../../src/domain/url-guard.js';
import { verifies } from '../requirements.js';

const refusalOf = (url: string, policy = {}): { code?: string; message: string } => {
  try {
    checkOutboundUrl(url, 'The URL', policy);
  } catch (thrown) {
    return thrown as Error;
  }
  throw new Error(`it was to be refused: ${url}`);
};

describe('checkOutboundUrl', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'http://x/$(calc)',
    'https://good@evil.example',
    'https://good:pw@evil.example',
    'ftp://example.com',
    'blob:https://example.com/1',
    '//example.com',
    '',
    'https://',
    'example.com',
  ])('%s is refused', (url) => {
    verifies('T17');
    expect(refusalOf(url).code).toBe('ERR_URL_FORBIDDEN');
  });

  test.each([
    'http://169.254.169.254/latest',
    'https://169.254.169.254',
    'https://10.0.0.1',
    'https://0x0a.1',
    'https://167772161',
    'https://192.168.1.1',
    'https://172.31.0.1',
    'https://100.64.0.1',
    'https://0.0.0.0',
    'https://[::]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://[::ffff:10.0.0.1]',
    'https://[64:ff9b::a00:1]',
    'https://[2002:a00:1::]',
    'https://224.0.0.1',
    'https://255.255.255.255',
  ])('%s is refused by its address', (url) => {
    verifies('T15');
    expect(refusalOf(url).code).toBe('ERR_URL_FORBIDDEN');
  });

  test.each([
    'https://example.com/a?b=c',
    'https://8.8.8.8',
    'https://[2606:4700::1111]',
    'http://127.0.0.1:8080/cb',
    'http://localhost:1',
    'http://[::1]:1',
    'https://localhost',
    'http://app.localhost',
  ])('%s is allowed', (url) => {
    verifies('T17', 'T15');
    expect(checkOutboundUrl(url).href).toBe(new URL(url).href);
  });

  test('this machine is refused where the policy says so, and private networks pass where it says so', () => {
    verifies('T15');
    for (const url of ['http://localhost', 'https://127.0.0.1', 'http://[::1]', 'https://LOCALHOST.']) {
      expect(refusalOf(url, { loopback: false }).code).toBe('ERR_URL_FORBIDDEN');
    }
    expect(checkOutboundUrl('https://10.0.0.1', 'The URL', { privateNetwork: true }).host).toBe('10.0.0.1');
    expect(refusalOf('http://10.0.0.1', { privateNetwork: true }).code).toBe('ERR_URL_FORBIDDEN');
    expect(refusalOf('https://169.254.169.254', { privateNetwork: true }).code).toBe('ERR_URL_FORBIDDEN');
    expect(refusalOf('https://100.100.100.200', { privateNetwork: true }).code).toBe('ERR_URL_FORBIDDEN');
    expect(refusalOf('https://[fd00:ec2::254]', { privateNetwork: true }).code).toBe('ERR_URL_FORBIDDEN');
  });

  test('a refusal shows nothing of the URL', () => {
    verifies('T29');
    for (const url of ['https://u:canary@h', 'http://canary.example/canary?canary', 'canary://x']) {
      expect(refusalOf(url).message).not.toContain('canary');
    }
  });
});

describe('addressRange', () => {
  test.each([
    ['127.255.255.255', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['172.15.255.255', 'public'],
    ['172.16.0.0', 'private'],
    ['172.32.0.0', 'public'],
    ['100.127.255.255', 'private'],
    ['100.128.0.0', 'public'],
    ['223.255.255.255', 'public'],
    ['::2', 'forbidden'],
    ['::7f00:1', 'forbidden'],
    ['2001:db8::1', 'forbidden'],
    ['2001:4860:4860::8888', 'public'],
    ['64:ff9b::808:808', 'public'],
    ['fe80::1%eth0', 'forbidden'],
    ['ff02::1', 'forbidden'],
    ['fdff::1', 'private'],
    ['1:2:3', 'forbidden'],
    ['1::2::3', 'forbidden'],
    ['example.com', undefined],
    ['1.2.3', undefined],
    ['256.1.1.1', undefined],
  ])('%s is %s', (address, range) => {
    verifies('T15');
    expect(addressRange(address)).toBe(range);
  });
});
