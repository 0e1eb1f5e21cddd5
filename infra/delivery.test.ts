import { Template } from 'aws-cdk-lib/assertions'
import { type DeliveryProps, DeliveryStack } from './delivery.ts'
import { loadStage } from './stages.ts'
import { oneOf } from './test-support/synthesise.ts'
import { appForTests } from './test-support/templates.ts'

const REPOSITORY = 'someone@1234/revision@5678'

function synthesise(changes: Partial<DeliveryProps> = {}): Template {
  const stage = loadStage('prod', { CDK_DEFAULT_ACCOUNT: '123456789012' })
  const props: DeliveryProps = { stage, repository: REPOSITORY, provider: 'own', ...changes }
  return Template.fromStack(new DeliveryStack(appForTests(), props))
}

const template = synthesise()

test("trusts only jobs of the repository in the environment of the stage's name", () => {
  const { Properties } = oneOf(template, 'AWS::IAM::Role')
  expect(Properties['AssumeRolePolicyDocument']).toMatchObject({
    Statement: [
      {
        Action: 'sts:AssumeRoleWithWebIdentity',
        Effect: 'Allow',
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub': `repo:${REPOSITORY}:environment:prod`,
          },
        },
      },
    ],
  })
  expect(Properties).not.toHaveProperty('ManagedPolicyArns')
})

test("may assume only the CDK's roles, in the stage's region and us-east-1", () => {
  const { Properties } = oneOf(template, 'AWS::IAM::Policy')
  const { Statement } = Properties['PolicyDocument'] as { Statement: { Resource: unknown }[] }
  expect(Statement).toMatchObject([{ Action: 'sts:AssumeRole', Effect: 'Allow' }])
  const arns = Statement.flatMap(({ Resource }) => Resource).map((arn) => JSON.stringify(arn))
  const roles = arns.map((arn) => /role\/([\w-]+)"/.exec(arn)?.[1] ?? arn)
  const expected = ['eu-west-3', 'us-east-1'].flatMap((region) =>
    ['deploy-role', 'file-publishing-role', 'lookup-role'].map(
      (role) => `cdk-hnb659fds-${role}-123456789012-${region}`,
    ),
  )
  expect(roles.toSorted()).toEqual(expected.toSorted())
})

test('uses an existing provider, and retains its own, which other stages may use', () => {
  const existing = synthesise({ provider: 'existing' })
  existing.resourceCountIs('AWS::IAM::OIDCProvider', 0)
  expect(JSON.stringify(oneOf(existing, 'AWS::IAM::Role').Properties)).toContain(
    ':iam::123456789012:oidc-provider/token.actions.githubusercontent.com',
  )
  expect(oneOf(template, 'AWS::IAM::OIDCProvider').DeletionPolicy).toBe('RetainExceptOnCreate')
})

test.each(['someone/revision', 'someone@1/*', '*', 'someone@1/revision@2:*', ''])(
  "rejects '%s' as a repository",
  (repository) => {
    expect(() => synthesise({ repository })).toThrow('is no repository')
  },
)
