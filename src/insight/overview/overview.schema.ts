import { type Static, Type } from 'typebox';

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Key figures of a deployment. */
export const OverviewSchema = Type.Object(
  {
    Documents: count('Documents, those in the trash among them.'),
    StorageBytes: count('Bytes of the contents of all revisions; equal contents are stored once.'),
    People: count('Users.'),
    SiteAdmins: count('Users who are site admins.'),
    Links: Type.Object(
      {
        Active: count('Links that somebody can open now, or after the preparation of their content.'),
        Unprotected: count('Active links that want neither an access code nor a password.'),
        WithoutEnd: count('Active links that never expire.'),
      },
      { title: 'OverviewLinks' },
    ),
    FailedSignIns: count('Sign-ins of the last 7 days that failed.'),
    Jobs: Type.Object(
      {
        Waiting: count('Background jobs of this deployment that wait or run; 1000 stands for that many or more.'),
        Failed: count('Those that were given up; 1000 stands for that many or more.'),
      },
      { title: 'OverviewJobs' },
    ),
    Mails: Type.Object(
      {
        Delayed: count('Mails that were refused at least once and are tried again.'),
        Failed: count('Mails of the last 30 days that were given up.'),
      },
      { title: 'OverviewMails' },
    ),
    Tasks: Type.Object(
      {
        Open: count('Tasks that wait for a decision.'),
        Overdue: count('Tasks that nobody decided and that expired within the last 15 days.'),
      },
      { title: 'OverviewTasks' },
    ),
    Activity: Type.Array(
      Type.Object(
        {
          Day: Type.String({ format: 'date', description: 'The day in UTC.' }),
          Events: count('Lines of the activity log.'),
        },
        { title: 'ActivityDay' },
      ),
      { description: 'The last 30 days (UTC), today last.' },
    ),
  },
  { title: 'Overview' },
);

export type Overview = Static<typeof OverviewSchema>;
