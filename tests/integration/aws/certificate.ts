import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and a certificate of our own, both as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;

/** Tags of ASN.1's Distinguished Encoding Rules (ITU-T X.690). */
const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  /** `version` and `extensions` of a certificate, and a DNS name in `subjectAltName`. */
  context0: 0xa0,
  context3: 0xa3,
  dnsName: 0x82,
} as const;

const objectIds = {
  commonName: '550403',
  subjectAltName: '551d11',
  ecdsaWithSha256: '2a8648ce3d040302',
} as const;

/**
 * Makes a certificate that signs itself, for host names of AWS and others (RFC 5280). Only a process
 * that is told to trust it, by NODE_EXTRA_CA_CERTS, accepts it.
 */
export function selfSigned(hosts: readonly string[], now: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId(objectIds.ecdsaWithSha256));
  const name = sequence(
    der(tags.set, sequence(objectId(objectIds.commonName), der(tags.utf8, 'stand-ins for AWS'))),
  );
  const names = sequence(...hosts.map((host) => der(tags.dnsName, host)));
  const alternatives = sequence(objectId(objectIds.subjectAltName), der(tags.octets, names));
  const signed = sequence(
    der(tags.context0, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(new Date(now.getTime() - DAY_MS)), time(new Date(now.getTime() + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(tags.context3, sequence(alternatives)),
  );
  const signature = sign('sha256', signed, privateKey);
  const unusedBits = Buffer.from([0]);
  const whole = sequence(signed, algorithm, der(tags.bits, unusedBits, signature));
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...contents: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

/** Short form below 128, else the number of bytes and the bytes (X.690, section 8.1.3). */
function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return [0x80 | bytes.length, ...bytes];
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(tags.sequence, ...parts);
}

function objectId(hex: string): Buffer {
  return der(tags.objectId, Buffer.from(hex, 'hex'));
}

/** YYMMDDHHMMSSZ (RFC 5280, section 4.1.2.5.1). */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
  return der(tags.utcTime, `${digits}Z`);
}
