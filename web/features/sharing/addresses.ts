/**
 * The addresses in what somebody typed or pasted, in lower case, each once: `Ann <a@b.test>; c@d.test` has two. What is no
 * address stays as it is, for the server to say so.
 */
export function addressesIn(text: string): string[] {
  const parts = text.split(/[,;\n]+/).flatMap((part) => {
    const inBrackets = /<([^<>]+)>/.exec(part)?.[1];
    if (inBrackets !== undefined) return [inBrackets];
    return /@\S+\s+\S+@/.test(part) ? part.split(/\s+/) : [part];
  });
  return [...new Set(parts.map((part) => part.trim().toLowerCase()).filter((part) => part !== ''))];
}
