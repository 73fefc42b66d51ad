/** A certificate for the servers. */
import { writeFile } from 'node:fs/promises';
import { selfSignedCertificate } from '../test/certificate.ts';

/**
 * Creates a self-signed certificate for 127.0.0.1 in the folder; resolves to the paths by the names of Carrel's
 * variables.
 */
export async function certificateFiles(folder: string): Promise<{ TLS_CERT: string; TLS_KEY: string }> {
  const files = { TLS_CERT: `${folder}/cert.pem`, TLS_KEY: `${folder}/key.pem` };
  const { cert, key } = selfSignedCertificate();
  await Promise.all([writeFile(files.TLS_CERT, cert), writeFile(files.TLS_KEY, key)]);
  return files;
}
