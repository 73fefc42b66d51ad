/** The tokens of connections: of another form than API tokens, so that neither is ever looked up as the other. */
import { newChecked, isChecked } from '../../platform/crypto/secrets.ts';

const PREFIX = 'carrel_scim_';

export function newConnectionToken(): string {
  return newChecked(PREFIX);
}

/** Whether the text has the form and the checksum of a connection's token. */
export function isConnectionToken(text: string): boolean {
  return isChecked(PREFIX, text);
}
