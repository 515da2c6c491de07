/** The options of every command that works with the effective contract; by themselves, so that `--help` loads no more. */

export const contractOptions = {
  overlay: {
    type: 'string',
    array: true,
    // One file each, so that what follows is not taken for another one.
    nargs: 1,
    describe: "OpenAPI Overlay with a deployment's own names; repeatable, after those of the profile",
  },
  'override-stated': {
    type: 'boolean',
    describe: 'let overlays contradict what the documentation states; reports say so',
  },
  profile: {
    type: 'string',
    requiresArg: true,
    describe: 'profile of a deployment; by itself ensayo.config.yaml in this folder, --no-profile for none',
  },
} as const

export interface ContractArguments {
  overlay?: string[] | undefined
  overrideStated?: boolean | undefined
  /** False for `--no-profile`. */
  profile?: string | boolean | undefined
}
