/**
 * Sends a change and keeps the values that may be stored in `possible`: the acknowledged one alone, unless the outcome of an earlier
 * change is unknown. Such a change may come into force even after the next one. Only one caller may change the same thing.
 */
export async function noteChange<Value, Answer extends { status: number }>(
  possible: Set<Value>,
  value: Value,
  change: (value: Value) => Promise<Answer>,
): Promise<Answer> {
  const isUncertain = possible.size > 1;
  possible.add(value);
  const answer = await change(value);
  if (answer.status === 200 && !isUncertain) {
    possible.clear();
    possible.add(value);
  }
  return answer;
}
