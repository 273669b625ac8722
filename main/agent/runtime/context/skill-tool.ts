import { z } from 'zod';
import { builtInTool, failure, textResult } from '../builtin/built-in-tool.ts';
import type { BuiltInTool } from '../builtin/built-in-tool.ts';
import { readSkill } from './resource-files.ts';
import type { Skill } from './resource-files.ts';

/** The tool that loads a skill when it is used (RT-29). Its description names them all. */
export function skillTool(skills: readonly Skill[]): BuiltInTool {
  return builtInTool({
    name: 'Skill',
    description: [
      'Loads instructions for a kind of task. Load one before you begin a task that it is for. There are:',
      ...skills.map((skill) => `- ${skill.name}: ${skill.description}`),
    ].join('\n'),
    input: z.strictObject({ name: z.enum(skills.map((skill) => skill.name)) }),
    kind: 'none',
    annotations: { readOnly: true },
    facts: async ({ name }) => Promise.resolve({ paths: [], title: `Load the skill ${name}` }),
    run: async ({ name }) => {
      const skill = skills.find((one) => one.name === name);
      if (!skill) return failure(`There is no skill "${name}".`);
      return textResult(
        `Files that it refers to are in ${skill.folder}.\n\n${await readSkill(skill)}`,
      );
    },
  });
}
