/** A self-signed certificate for 127.0.0.1 or names, made without other programs: X.509 (RFC 5280) in DER. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const OIDS = {
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  ecdsaWithSha256: '2a8648ce3d040302',
};

/** PEM texts of a certificate valid for a day, and of its key. `names`: the host names that it is for instead of the address. */
export function selfSignedCertificate(names: string[] = []): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('ecdsaWithSha256'));
  const name = sequence(der(0x31, sequence(oid('commonName'), der(0x0c, Buffer.from('carrel test')))));
  const day = 86_400_000;
  const address = der(0x87, Buffer.from([127, 0, 0, 1]));
  const dnsName = (host: string) => der(0x82, Buffer.from(host));
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension('basicConstraints', sequence(der(0x01, Buffer.from([0xff])))),
        extension('subjectAltName', sequence(...(names.length === 0 ? [address] : names.map(dnsName)))),
      ),
    ),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  // No empty line at the end: OpenSSL rejects it.
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes);
}

function oid(name: keyof typeof OIDS): Buffer {
  return der(0x06, Buffer.from(OIDS[name], 'hex'));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`));
}

function extension(name: keyof typeof OIDS, value: Buffer): Buffer {
  return sequence(oid(name), der(0x04, value));
}
