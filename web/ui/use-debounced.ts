import { useEffect, useState } from 'react';

/** A value that follows another one after it has not changed for some time. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
