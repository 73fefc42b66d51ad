import type { DeploymentChoice, SecondStep } from '../answers.ts';

/** A deployment to choose at sign-in. */
export type DeploymentToChoose = DeploymentChoice['Deployments'][number];

/** The response to a correct password that requires a further step. */
export type NextStep = Partial<SecondStep & DeploymentChoice>;
