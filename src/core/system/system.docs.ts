import { operations } from '../../platform/openapi/operations.ts';

export const systemDocs = operations('Operation', {
  checkLiveness: {
    summary: 'Check whether the process runs',
    description: 'Returns 200 as long as the process answers requests. Public: no credential is needed.',
    answers: { 200: 'The process runs.' },
  },
  checkReadiness: {
    summary: 'Check whether the service can serve requests',
    description:
      'Checks the database, which must accept changes, its schema, and the last known state of the content store. Public: no ' +
      'credential is needed.',
    answers: {
      200: 'Everything can be used.',
      503: 'Something cannot be used, which `checks` names, or the service is about to stop.',
    },
  },
  getMetrics: {
    summary: 'Get metrics',
    description:
      'Returns metrics in the text format of Prometheus. Requires the bearer token `METRICS_TOKEN` if the operator has set ' +
      'one, and otherwise a request from the machine itself.',
    answers: {
      200: {
        description: 'The metrics.',
        content: { 'text/plain': { schema: { type: 'string', description: 'Prometheus text format 0.0.4.' } } },
      },
      403: 'The token is wrong, or the request comes from another machine.',
    },
  },
  getHealth: {
    summary: 'Get the health of the service',
    description: 'Checks what the service needs and can use, as `carrel doctor` does. For site admins.',
    answers: { 200: 'The findings.' },
  },
});
