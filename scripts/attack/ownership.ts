import { readSample } from "../parts/samples.ts";
import type { Attack } from "./parts/attack.ts";
import { fieldsOf, isRefused, multipart, partsOf } from "./parts/http.ts";

/** Actions of one account against what another has paid for. */
export const ownership: Attack = {
  name: "ownership",
  does: "deletes a picture that another account's paid cut-out depends on, and uploads to another folder than the signed one",
  async prepare(target) {
    const payer = await target.openAccount({ topup: 50 });
    const uploader = await target.openAccount({ topup: 50 });
    const picture = await readSample("camera");
    const sources = [
      await target.requireUpload(uploader.key, picture),
      await target.requireUpload(uploader.key, await readSample("mokapot")),
    ];
    return async () => {
      const problems: string[] = [];
      let tried = 0;
      for (const [index, source] of sources.entries()) {
        const paid = await target.cutOut(payer.key, source);
        const own = await target.cutOut(uploader.key, source);
        const resultUrl = String(fieldsOf(paid).result_url);
        if (paid.status !== 200)
          problems.push(`the cut-out of another account's picture returned ${paid.status}`);
        const id = String(own.headers["x-generation-id"]);
        // In the second round the deletion runs while the cut-out is made.
        const again = index === 1 ? target.cutOut(payer.key, source) : null;
        await target.api(uploader.key, "DELETE", `generations/${id}`);
        await again;
        tried += 2;
        const after = await target.send({ path: target.pathOf(resultUrl) });
        if (after.status !== 200)
          problems.push(`a paid result returns ${after.status} after another account's deletion`);
      }
      const { path, fields } = await target.signUpload(payer.key);
      const { folder = "", ...others } = fields;
      const file = { name: "file", filename: "a.jpg", content: picture };
      const lists: Record<string, string>[] = [
        { "folder[]": folder },
        { "folder[0]": folder },
        { folder, "folder[]": "x" },
      ];
      let refused = 0;
      for (const list of lists) {
        const { body, headers } = multipart([...partsOf({ ...others, ...list }), file]);
        const answer = await target.send({ method: "POST", path, headers, body });
        tried += 1;
        if (isRefused(answer)) refused += 1;
        else {
          const landed = String(fieldsOf(answer).public_id);
          if (!landed.startsWith(`${folder}/`))
            problems.push(`a signed upload was stored outside its folder: ${landed}`);
        }
      }
      return { tried, refused, problems };
    };
  },
};
