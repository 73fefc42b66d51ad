/** Where to find the values of the usual identity providers. */
export const presetMessages = {
  entra: {
    label: 'Microsoft Entra ID',
    name: 'Microsoft',
    issuer:
      'https://login.microsoftonline.com/<tenant ID>/v2.0, with the Directory (tenant) ID of the app registration.',
    clientId: 'Application (client) ID of the app registration.',
    secret: 'Under “Certificates & secrets”, the value, not the ID.',
    groups: 'Use groups, and add the groups claim under “Token configuration”. Values are object IDs.',
  },
  okta: {
    label: 'Okta',
    name: 'Okta',
    issuer: 'https://<your organization>.okta.com, or the issuer of a custom authorization server.',
    clientId: 'On the tab “General” of the app integration.',
    secret: 'On the tab “General”, under “Client secrets”.',
    groups: 'Use groups, add the scope groups, and set the groups claim filter on the tab “Sign On”.',
  },
  google: {
    label: 'Google Workspace',
    name: 'Google',
    issuer: 'Always https://accounts.google.com.',
    clientId: 'Ends with .apps.googleusercontent.com.',
    secret: 'In the details of the OAuth client.',
    groups: 'Google sends no groups. Use SCIM, or manage groups here.',
  },
  keycloak: {
    label: 'Keycloak',
    name: 'Keycloak',
    issuer: 'https://<host>/realms/<realm>.',
    clientId: 'Client ID of the client, with “Client authentication” on.',
    secret: 'On the tab “Credentials” of the client.',
    groups: 'Use realm_access.roles for roles, or add a group membership mapper and use its claim name.',
  },
  other: {
    label: 'Another OpenID Connect provider',
    name: '',
    issuer: 'The https address below which /.well-known/openid-configuration is.',
    clientId: 'The identifier of Carrel at the provider.',
    secret: 'Leave empty for a public client.',
    groups: 'A name, or a path such as realm_access.roles. Leave empty to manage groups here.',
  },
} as const;
