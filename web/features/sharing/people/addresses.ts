/**
 * Extracts the addresses from typed or pasted text, in lower case and without duplicates: `Ann <a@b.test>; c@d.test` has two.
 * Invalid addresses are kept, so that the server reports them.
 */
export function addressesIn(text: string): string[] {
  const parts = text.split(/[,;\n]+/).flatMap((part) => {
    const inBrackets = /<([^<>]+)>/.exec(part)?.[1];
    if (inBrackets !== undefined) return [inBrackets];
    return /@\S+\s+\S+@/.test(part) ? part.split(/\s+/) : [part];
  });
  return [...new Set(parts.map((part) => part.trim().toLowerCase()).filter((part) => part !== ''))];
}
