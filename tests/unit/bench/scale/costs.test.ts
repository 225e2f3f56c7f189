import { describe, expect, it } from 'vitest';
import { billOf } from '../../../bench/scale/costs.ts';

const habits = { requests: 10, transferKb: 100, apiCalls: 1, transactions: 1, storedBytes: 100 };
const functions = { memoryGb: 0.5, seconds: 0.1, logBytes: 500 };

describe('a bill', () => {
  it('of no visits is the firewall, which has a price of its own', () => {
    const bill = billOf(0, habits, functions);
    expect(bill).toEqual({ cloudFront: 0, waf: 7, apiGateway: 0, lambda: 0, dsql: 0, logs: 0 });
  });

  it('leaves out what is free', () => {
    const bill = billOf(500_000, habits, functions);
    expect(bill).toMatchObject({ lambda: 0, dsql: 0, apiGateway: 0.5 });
    expect(bill.cloudFront).toBeCloseTo(0.3);
  });

  it('has each tier at its own price', () => {
    const bill = billOf(400_000_000, habits, functions);
    // 300 million calls at a dollar, and 100 million at ninety cents.
    expect(bill.apiGateway).toBeCloseTo(390);
    // 39,000 GB that are not free: 10,000 at 8.5 cents and 29,000 at 8; then requests and functions.
    expect(bill.cloudFront).toBeCloseTo(850 + 2_320 + 3_990 + 399.8);
    // 399 million calls, and 20 million GB-seconds less the free ones.
    expect(bill.lambda).toBeCloseTo(79.8 + 19_600_000 * 0.0000133334);
  });
});
