import { Problem } from '../../platform/errors.ts';

/** 410: the first step was too long ago, or was used. */
export function signInEnded(): Problem {
  return new Problem('/gone', 'This sign-in has expired. Start again.');
}
