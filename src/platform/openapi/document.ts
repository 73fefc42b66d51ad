/** Completes what @fastify/swagger makes of the routes' schemas: answers, headers, bodies and names of schemas. */
import { answersOf, type DescribedRoute, parametersOf } from './answers.ts';
import { ProblemSchema } from '../http/problem.schema.ts';
import { HEADERS, PARAMETERS } from './headers.ts';
import { hoistSchemas } from './named-schemas.ts';
import { SHARED_ANSWERS, problemAnswer, problemSchemas } from './problem-answers.ts';

type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  parameters?: object[];
  requestBody?: { content: Record<string, { schema: object }> };
  [key: string]: unknown;
};

type Document = { paths: Record<string, Record<string, Operation>>; components: object };

/** The whole description. `routes` has every route by its method and path as OpenAPI writes them: `get /api/jobs`. */
export function completeDocument(document: object, routes: Map<string, DescribedRoute>): Record<string, unknown> {
  const { paths, components, ...rest } = document as Document;
  const complete = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => {
        const route = routes.get(`${method} ${path}`);
        if (route === undefined) throw new Error(`No route was seen for ${method} ${path}.`);
        return [method, completeOperation(textsOf(method, operation, operations['get']), route)];
      }),
    ),
  ]);
  const shared = Object.entries(SHARED_ANSWERS).map(([name, [status, text]]) => {
    return [name, problemAnswer(status, text, status >= 500 ? ['X-Request-Id'] : [])];
  });
  return hoistSchemas({
    ...rest,
    paths: Object.fromEntries(complete),
    components: {
      ...components,
      schemas: { ...problemSchemas(), Problem: ProblemSchema },
      responses: Object.fromEntries(shared),
      parameters: PARAMETERS,
      headers: HEADERS,
    },
  });
}

function completeOperation(operation: Operation, route: DescribedRoute): object {
  const { parameters: own = [], requestBody: _, ...described } = operation;
  const shared = parametersOf(route).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const parameters = [...own, ...shared];
  const requestBody = bodyOf(operation, route);
  return {
    ...described,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: answersOf(route),
  };
}

// A route that serves GET and HEAD has the texts of GET. @fastify/swagger marks the operationId of HEAD by a suffix.
function textsOf(method: string, operation: Operation, get: Operation | undefined): Operation {
  if (method !== 'head') return operation;
  const { operationId = '', summary = '' } = operation;
  const ownId = operationId.replace(/-head$/, '');
  if (ownId !== get?.operationId) return { ...operation, operationId: ownId };
  return {
    ...operation,
    operationId: ownId.replace(/^[a-z]+/, 'head'),
    summary: `${summary} (headers only)`,
    description: `Returns the headers of \`${ownId}\` without its body. Nothing is recorded in the activity log.`,
  };
}

function bodyOf({ requestBody }: Operation, { schema }: DescribedRoute): object | undefined {
  const { bodyContent, body, bodyExample } = schema;
  if (bodyContent !== undefined) return { required: true, content: bodyContent };
  const [described] = Object.values(requestBody?.content ?? {});
  if (body === undefined || described === undefined) return undefined;
  const example = bodyExample === undefined ? {} : { example: bodyExample };
  const required = body.type === 'array' || (body.required ?? []).length > 0;
  return { required, content: { 'application/json': { schema: described.schema, ...example } } };
}
