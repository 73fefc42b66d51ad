import { Type } from 'typebox';
import { email, id, name, nullable } from '../../platform/openapi/fields.ts';

/** An account to which the browser can switch. */
export const ParkedSessionSchema = Type.Object(
  {
    SessionId: id('The session.'),
    UserId: id('Its user.'),
    Name: name('Name of the user.'),
    Email: email('Address of the user.'),
    DeploymentId: id('The deployment of the account.'),
    DeploymentName: name('Name of the deployment.'),
    LogoUri: nullable(Type.String(), 'URL of the logo of the deployment; null if it has none.'),
  },
  { title: 'ParkedSession', description: 'A session that the browser keeps for another account.' },
);

export const ParkedSessionParams = Type.Object({ sessionId: id('The parked session.') });
