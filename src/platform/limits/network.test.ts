import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

test('an IPv4 address counts by itself, also in IPv6 notation', () => {
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201']) {
    assert.equal(networkOf(address), '192.0.2.1');
  }
});

test('the addresses of one IPv6 /64 count as one, those of another do not', () => {
  for (const address of ['2001:db8:0:7::1', '2001:DB8:0:7:ffff:1:2:3', '2001:db8::7:0:0:0:9', '2001:db8:0:7::%eth0']) {
    assert.equal(networkOf(address), '2001:db8:0:7::/64');
  }
  assert.equal(networkOf('2001:db8:0:8::1'), '2001:db8:0:8::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('1:2:3:4:5:6:7:8'), '1:2:3:4::/64');
});
