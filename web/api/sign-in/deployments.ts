import type { DeploymentChoice, SecondStep } from '../answers.ts';

/** A deployment to choose at sign-in. */
export type DeploymentToChoose = DeploymentChoice['Deployments'][number];

/** The answer to a right password that is not enough; nothing is left to do for the others. */
export type NextStep = Partial<SecondStep & DeploymentChoice>;
