/**
 * Imported by every process of test files. Node's test runner finds the test that code belongs to with hooks that follow
 * every promise; they take a seventh of the CPU of a test process. This carries the test in an AsyncLocalStorage instead.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { env, getBuiltinModule } from 'node:process';
import { isMainThread } from 'node:worker_threads';

type Init = (id: number, type: string, trigger: number, resource: object) => void;

// A program that a test forks inherits the import.
if (isMainThread && env['NODE_TEST_CONTEXT'] !== undefined) replaceHooks();

/** The runner takes these functions from the module once, when it is loaded. Everybody else gets the original ones. */
function replaceHooks(): void {
  const module = getBuiltinModule('node:async_hooks');
  const { AsyncResource, createHook, executionAsyncId } = module;
  const current = new AsyncLocalStorage<number>();
  const unknown: object[] = [];
  let init: Init = (...[, , , resource]) => void unknown.push(resource);

  /** The runner's tests are resources, and it runs their functions in the scope of their resource. */
  class Carried extends AsyncResource {
    constructor(...given: ConstructorParameters<typeof AsyncResource>) {
      super(...given);
      init(this.asyncId(), '', 0, this);
    }

    override runInAsyncScope<This, Result, Given extends unknown[]>(
      work: (this: This, ...given: Given) => Result,
      self?: This,
      ...given: Given
    ): Result {
      return super.runInAsyncScope(() => current.run(this.asyncId(), () => work.apply(self as This, given)));
    }
  }

  const hook = { enable: () => hook, disable: () => hook };
  const replacements = {
    AsyncResource: Carried,
    executionAsyncId: () => current.getStore() ?? executionAsyncId(),
    createHook(callbacks: { init: Init }) {
      ({ init } = callbacks);
      for (const resource of unknown) init((resource as Carried).asyncId(), '', 0, resource);
      return hook;
    },
  };
  Object.assign(module, replacements);
  getBuiltinModule('node:test');
  Object.assign(module, { AsyncResource, createHook, executionAsyncId });
}
