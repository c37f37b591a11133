import { plans } from "../billing/plans.ts";
import { cutoutCost, generationCost } from "../photos/styles.ts";

/** Examples of uploads and of the balance, and what the others continue from. */

export const deliveryPrefix = "https://res.cloudinary.com/demo/";
export const uploadUrl = "https://api.cloudinary.com/v1_1/demo/image/upload";
export const inputUrl = `${deliveryPrefix}image/upload/v1764000000/inputs/usr_5Bn3/mug.jpg`;
export const order = { style: "luxury", aspect_ratio: "4:3", resolution: "4K" } as const;
export const photoCost = generationCost(order.style, order.resolution);

export const topup = 100;
export const afterPhoto = plans.pro.monthlyCredits - photoCost;
export const afterCutout = afterPhoto - cutoutCost;

export const accountExamples = {
  signUpload: {
    signature: "2fb051386c409c29f6f1dd04edd3e0c07910cf89",
    timestamp: 1764000000,
    api_key: "142857142857142",
    cloud_name: "demo",
    folder: "inputs/usr_5Bn3",
    upload_url: uploadUrl,
  },
  upload: { image_url: inputUrl },
  credits: {
    monthly_remaining: afterCutout,
    topup_remaining: topup,
    total: afterCutout + topup,
    credits_limit: plans.pro.monthlyCredits,
    tier: "pro",
    status: "active",
  },
};
