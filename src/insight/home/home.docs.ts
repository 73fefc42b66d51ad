import { operations } from '../../platform/openapi/operations.ts';

export const homeDocs = operations('Home', {
  getHome: {
    summary: 'Get the home page',
    description:
      'Returns everything on the home page. With a session it also extends your visit, which ends when you have not requested ' +
      'this for 30 minutes, and `NewDocuments` are those since the end of the previous visit, within 30 days.',
    answers: { 200: 'The content of the page.' },
  },
  dismissStep: {
    summary: 'Dismiss a step of the checklist',
    description: 'Removes a step from your checklist permanently. For site admins.',
    answers: { 204: 'The step was dismissed.', 404: 'No such step exists.' },
  },
  dismissChecklist: {
    summary: 'Dismiss the checklist',
    description: 'Removes all steps from your checklist permanently. For site admins.',
    answers: { 204: 'It is dismissed.' },
  },
});
