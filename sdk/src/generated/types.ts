// Made from the OpenAPI document by `node scripts/sdk-types.ts write`. Do not edit.
export interface paths {
    "/api/v1/upload/signed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Issue signed parameters for a direct upload
         * @description Send the file directly to the image host: a multipart POST to `upload_url` with the fields `api_key`, `timestamp`, `signature` and `folder`, exactly as returned, followed by `file`. The host's response contains `secure_url`: use it as `image_url`. The file may have up to 100 MB and 100 megapixels. The signature is valid for one hour. Uploads that no work uses are deleted after 7 days. Free of charge.
         */
        get: operations["signUpload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a small file through the service
         * @description Send one multipart request with one file field named `file`, up to 4.5 MiB; larger files require a signed upload. Formats: JPEG, PNG, WebP, AVIF, GIF, TIFF and HEIC (the first frame; HEIC up to 50 megapixels); up to 100 MB and 100 megapixels. Uploads that no work uses are deleted after 7 days. Free of charge.
         */
        post: operations["upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a photo from an input image
         * @description Costs the base cost of the style (1) times 1, 2 or 4 for 1K, 2K or 4K. The credits are charged before the work and refunded if it fails. `n` makes several photos with consecutive seeds: all are charged together or none, and each is refunded by itself. The call ends within 60 seconds. If the connection is lost, the work continues and is charged: send the same request with the same `Idempotency-Key` to get the response. Without a key, find the work in `GET /api/v1/generations`; `X-Generation-Id` is only in the response.
         */
        post: operations["generate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/remove-bg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the background of a hosted image
         * @description Takes the delivery URL of an image on this deployment's image host, and returns the URL of a PNG with a transparent background, or of what the options request. Costs 10 credits regardless of size and options; they are refunded if the work fails (502 `generation_failed`). If the connection is lost, the work continues and is charged: send the same request with the same `Idempotency-Key` to get the response. Without a key, find the work in `GET /api/v1/generations`; `X-Generation-Id` is only in the response.
         */
        post: operations["removeBg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the credit balance and subscription
         * @description Does not require an active subscription. Free of charge.
         */
        get: operations["credits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans and prices
         * @description Returns what this service sells, and what work costs. Does not require a key.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List generations
         * @description Returns the caller's photos and cut-outs, newest first, page by page: all, or those that match the filters. Does not require an active subscription.
         */
        get: operations["listGenerations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/generations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a generation
         * @description The id is in the `X-Generation-Id` header of the call that ordered the work, and in the list. With `wait`, the response is sent when the work has finished, or after that time. Does not require an active subscription.
         */
        get: operations["getGeneration"];
        put?: never;
        post?: never;
        /**
         * Delete a generation
         * @description Permanently removes the result from the image host and the entry from the history; its cost stays in the ledger. A cut-out is a view of its source: an uploaded source that no other result uses is deleted with it. Does not require an active subscription.
         */
        delete: operations["deleteGeneration"];
        options?: never;
        head?: never;
        /**
         * Update the title, metadata or review of a generation
         * @description Updates `title` and `metadata`, before or after the work has finished, and the `review` of a finished result. Omitted fields do not change. Free of charge. Does not require an active subscription.
         */
        patch: operations["changeGeneration"];
        trace?: never;
    };
    "/api/v1/generations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a queued generation
         * @description Removes work that has not started from the queue and refunds it. Does not require an active subscription.
         */
        post: operations["cancelGeneration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a photo before ordering it
         * @description Takes a photo request and returns a small photo, at most 512 pixels on the longer side, from the embedded renderer: `resolution`, `format` and `mode` have no effect, but `notes` judges the picture for that resolution. The first preview of a picture takes as long as its cut-out, later previews a fraction of a second. If several previews are waiting, the oldest fails with `overloaded` in favor of the newest. Free of charge, up to 5,000 per day.
         */
        post: operations["preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scenes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rendered scenes
         * @description Returns the library of scenes with their previews, optionally filtered by category, style or words. Does not require a key.
         */
        get: operations["listScenes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scenes/props": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List props
         * @description Returns the small things that `props` of a photo can lay around the product, on the ground of any rendered scene. Does not require a key.
         */
        get: operations["listProps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scenes/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the preview of a scene
         * @description Returns the picture at `preview_url`. It may be cached and has an `ETag`. Does not require a key.
         */
        get: operations["scenePreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/masks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the mask of a picture
         * @description Returns whether you have saved a corrected mask for a picture on the image host, and the required size of a mask. Free of charge.
         */
        get: operations["getMask"];
        put?: never;
        /**
         * Save a corrected mask for a picture
         * @description All photos and cut-outs of this picture that you order from now on use the mask. Upload the mask first: grayscale, white where the product is, exactly the size of the upright picture, at most 32 MiB. The mask is stored until it is replaced or deleted, or the picture is deleted. Earlier orders do not change. Free of charge.
         */
        post: operations["keepMask"];
        /**
         * Delete the corrected mask of a picture
         * @description Deletes the uploaded mask. Work that you order from now on uses the mask that the service detects. Has no effect without a saved mask. Free of charge.
         */
        delete: operations["forgetMask"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/masks/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a mask
         * @description Returns an 8-bit grayscale PNG, white where the product is. The longer side of `found` is at most 2048 pixels, or at most 512 for a picture without a paid result of yours; such a mask counts as a preview. Free of charge.
         */
        get: operations["maskFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/generations/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a result
         * @description Returns the picture as a file in the requested format. The file is named after title, scene or style, and size. Free of charge. Does not require an active subscription.
         */
        get: operations["downloadGeneration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Download several results
         * @description Streams a ZIP of up to 1000 results, newest first. Files are named after title, scene or style, and size: `blue-mug_moss-forest_2k.jpg`. Ids without a finished result of the caller are ignored. Free of charge. Does not require an active subscription.
         */
        post: operations["createArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/generations/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review several results
         * @description Sets the `review` of up to 1000 results at once. Unknown ids and work that has not succeeded are ignored. Free of charge. Does not require an active subscription.
         */
        post: operations["reviewGenerations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/generations/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete several generations
         * @description Deletes up to 1000 generations like `DELETE /api/v1/generations/{id}`, either all or none. Queued and running work is not deleted and is listed in `open`; unknown ids are ignored. Free of charge. Does not require an active subscription.
         */
        post: operations["deleteGenerations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List generations by product
         * @description Groups generations by product: by `metadata.sku`, or by source picture if they have none. Free of charge. Does not require an active subscription.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the cost of work
         * @description Checks up to 1000 requests as the calls themselves would, and returns their total cost and whether the balance covers it. If requests are invalid, one response lists all errors of all requests. Charges nothing. The pictures of up to 4 photos are judged for the ordered resolution (`stance`, `notes`), each as one of the day's previews; the first estimate of a picture takes as long as its cut-out, at most 10 seconds.
         */
        post: operations["estimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches, newest first
         * @description Does not require an active subscription.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Create a batch of up to a thousand items
         * @description Checks all items first; one response lists all errors of all items. Then charges the items together: all or none, or only the valid items with `on_invalid: "skip"`. Each item becomes a generation; failed items are refunded. Calls that wait for their result are processed before batches, and callers take turns. A picture that is not on the image host is loaded when its item is processed.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a batch
         * @description With `wait`, the response is sent when all items have finished, or after that time. Does not require an active subscription.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batches/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a batch in the order submitted
         * @description Does not require an active subscription.
         */
        get: operations["listBatchItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the queued items of a batch
         * @description Cancels and refunds queued items; running items are finished and charged. Does not require an active subscription.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batches/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry the failed items of a batch
         * @description Charges and queues all failed items again, all or none, as new generations with the same `custom_id`. Items that were skipped as invalid are not retried. A failed free remake is free again only within the limits of `remake_of` at that time. Has no effect without failed items.
         */
        post: operations["retryBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batches/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the results of a batch
         * @description Streams a ZIP of all succeeded items. Files are named after their `custom_id`, or after title, scene or style, and size. With `photos=corrected`, photos that were generated again after a correction of their cut-out replace the first photos. With `review=approved`, the ZIP contains the approved results. Does not require an active subscription.
         */
        get: operations["batchArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batches/{id}/results.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a batch as CSV
         * @description Contains one row per item, in the order submitted: its status, its request, and a column for each metadata key. Does not require an active subscription.
         */
        get: operations["batchResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/looks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List brand looks, newest first
         * @description Returns your brand looks with their settings.
         */
        get: operations["listLooks"];
        put?: never;
        /**
         * Create a brand look
         * @description Saves style, prompt, light, background and other settings under a name. If a request names the id in `look`, these settings apply to all fields that the request does not set. Changing or deleting the look later does not change the photo. An account can have 200 brand looks. A background picture among your uploads is stored as long as the look exists. Free of charge.
         */
        post: operations["createLook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/looks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a brand look
         * @description Returns a brand look with its settings.
         */
        get: operations["getLook"];
        put?: never;
        post?: never;
        /**
         * Delete a brand look
         * @description Existing photos and orders do not change.
         */
        delete: operations["deleteLook"];
        options?: never;
        head?: never;
        /**
         * Update a brand look
         * @description Changes only the fields that are sent; `settings` is replaced as a whole. Existing photos and orders do not change.
         */
        patch: operations["updateLook"];
        trace?: never;
    };
    "/api/v1/marketplaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List marketplaces with their sizes and rules
         * @description Each `name` can be used as the `size` of a photo. The rules summarize the requirements of the marketplaces, with their sources; each marketplace makes the final decision.
         */
        get: operations["listMarketplaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/generations/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a photo against the rules of a marketplace
         * @description Returns the rules of the marketplace that the photo violates, based on the data of the photo, on the pixels along its border if the background must be white, and on the text outside of the product if none is allowed. Free of charge.
         */
        get: operations["checkGeneration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events
         * @description Returns who did what in the account, newest first, page by page: sign-ins, changes to keys, webhook endpoints, plan and account, deletions, and actions of the operator. Events are never changed and are kept for 400 days.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns the endpoints without their secrets, newest first, page by page.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Events are sent as POST requests, signed according to the Standard Webhooks specification. The `secret` is returned only here and after a rotation. An account may have 20 endpoints. Private network addresses are rejected. A `test.ping` is sent immediately; events are held until the endpoint has responded to one with 2xx: at most 1000, for 72 hours.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description `status` is `paused` after you paused the endpoint or secured the account, after it responded with 410, or after every delivery failed for 5 days.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Stops all deliveries; a delivery in progress may still arrive. The deliveries of the last 20 deleted endpoints remain readable for 30 days.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Only the fields in the request change; an empty `description` removes it. Pending deliveries of a paused endpoint are sent when it is enabled again. Like the URL of a new endpoint, a new `url` must respond to a test ping with 2xx before it receives events.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook secret
         * @description Returns a new `secret`. For 24 hours, deliveries are signed with both secrets, so that you can deploy the new one without rejected deliveries.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends `test.ping` to this endpoint only, regardless of its event types. Its deliveries show the outcome. An account can cause 3 POSTs per minute to a host that has not yet responded with 2xx; beyond that, and until the previous test has been sent, the response is 429.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Returns the deliveries, newest first, page by page. An endpoint must respond with any 2xx within 15 seconds; otherwise the delivery is retried up to 9 times, at increasing intervals. Deliveries are kept for 30 days, at most the newest 50,000 per endpoint.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns the delivery with its `payload`, the request body of every attempt.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events to a webhook endpoint
         * @description Sends the events since a given time again, oldest first, with the same `webhook-id`, whether or not they were received before. This includes events from before the endpoint was created and from while it was paused. Events that are already pending are not counted. The rate limit of the host applies. After the call, at most 10,000 events may be pending for the endpoint, or 1,000 before its first 2xx; otherwise the response is 400 and nothing is sent.
         */
        post: operations["replayWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the events of the account, newest first, page by page, whether or not a webhook endpoint subscribes to them. Events are kept for 30 days, per account the newest 50,000, up to 200 MB. Items that were canceled with their batch, and reused results (`reuse`) unless an endpoint has `reused_items`, have no event besides `batch.completed`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Returns the body as it is sent to endpoints, with `object_id`, `livemode` and `created_at`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver an event
         * @description Sends the event again immediately, or as soon as the rate limit of the host allows, with the same `webhook-id`, even if it was received before. A pending delivery no longer waits for its next attempt.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns the keys without their secrets, newest first, page by page. Deleted keys are not included.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The new key has at most the scopes, the expiry and the monthly limit of the key that makes the call, and its spending counts towards that limit too. A test key can only create test keys. The secret is returned only in this response. An account may have 100 keys.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Returns the key without its secret, and the credits that it spent this month.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description The key stops working immediately and permanently. Everything that was created with it remains. A key can only delete keys that have no more rights than itself.
         */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        /**
         * Update an API key
         * @description Only the fields in the request change, with immediate effect. Scopes, expiry and limit cannot exceed those of the key that makes the call.
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/api/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Replaces the secret; id, scopes, limit and usage stay the same. The previous secret keeps working for `overlap_hours`, so that you can deploy the new one without rejected calls; an older secret stops working immediately.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptedPhoto: {
            id: string;
            /** @enum {string} */
            operation: "generate" | "remove_bg" | (string & {});
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "canceled" | (string & {});
            /** @description Position in the queue; 1 is next. Null unless the work is queued. */
            position: number | null;
            /** @description Current step: `cutout`, `photo` or `storing`. Null unless the work is running. */
            stage: string | null;
            /** @description Id of the batch that contains this work. */
            batch_id: string | null;
            /** @description Name of the item in its batch, set by the caller. */
            custom_id: string | null;
            title: string | null;
            metadata: {
                [key: string]: string;
            } | null;
            image_url: string;
            /** @description Name of the uploaded file (`POST /api/v1/upload`). */
            source_name: string | null;
            /** @description Null until the work has succeeded. */
            result_url: string | null;
            /** @description Id of the API key that ordered the work; null if it was ordered in the dashboard. */
            api_key_id: string | null;
            /** @description `X-Request-Id` of the call that ordered the work. */
            request_id: string | null;
            style: string | null;
            /** @description Prompt of the request. */
            prompt: string | null;
            aspect_ratio: string | null;
            resolution: string | null;
            /** @description Mode in which the photo was generated; differs from the requested mode after a fallback. Null until the photo is generated, and for cut-outs. */
            mode: ("studio" | "scene" | "edit" | (string & {})) | null;
            /** @description Hosted image model that was used: `provider/name`. */
            model: string | null;
            /** @description How faithful the photo is to the product. Null until the photo is generated, and for cut-outs. */
            fidelity: {
                /**
                 * @description `original`: the product's own pixels. `kept`: repainted by the model, within the limits of what counts as unchanged. `restored`: changed by the model, so the original pixels were restored.
                 * @enum {string}
                 */
                product: "original" | "kept" | "restored" | (string & {});
                /** @description Share of the product that the model changed visibly, before pixels were restored. */
                changed: number;
                /** @description Words on the product that the model changed or lost, before that. */
                changed_words: string[];
            } | null;
            /** @description Version of the renderer that made the result; null until then. */
            engine: string | null;
            /** @description Origin as noted in the file (XMP): the IPTC digital source type, and the engine. Null like `engine`. */
            provenance: {
                /** @enum {string} */
                digital_source_type: "compositeSynthetic" | "algorithmicallyEnhanced" | "compositeWithTrainedAlgorithmicMedia" | "trainedAlgorithmicMedia" | (string & {});
                engine: string;
            } | null;
            /** @description Seed of the photo; 0 is the style's standard look. Null for cut-outs. */
            seed: number | null;
            /** @description Options of the request that have no field of their own. */
            options: {
                [key: string]: unknown;
            };
            /** @description Parts of the prompt that the studio understands, in order: `kind`, a `value` of [Prompts](/docs/prompts) (prefixed with `no_` if the prompt rules it out), and `text`, the words of the prompt. For a rendered scene, `value` is its id, or that of a prop, and `text` the words that it matches. Null without a prompt, and if a model paints the scene. */
            prompt_understood: {
                /** @enum {string} */
                kind: "surface" | "place" | "color" | "light" | "shadow" | "reflection" | "season" | "mood" | "space" | (string & {});
                value: string;
                text: string;
            }[] | null;
            /** @description Words of the prompt that the studio ignores. Null whenever `prompt_understood` is null. */
            prompt_ignored: string[] | null;
            /** @description Id of the rendered scene of the photo; null without one. */
            scene: string | null;
            /** @description Rendered scenes that match the prompt, best match first, at most four. If nothing of the prompt is understood, other scenes that suit the style follow. */
            scene_suggestions: components["schemas"]["SceneSuggestion"][];
            /** @description Bounding box of the product in the result, in pixels. Null until the work has finished, and for plain cut-outs by an image host that does not report it (Cloudinary). */
            bounding_box: {
                left: number;
                top: number;
                width: number;
                height: number;
            } | null;
            /** @description How the product is placed in the photo: as requested, or otherwise as detected in its picture. If not requested, null until the photo is generated, in an estimate that did not judge the picture, and if a model painted the whole photo. */
            stance: ("stand" | "lie" | "hang" | "float" | (string & {})) | null;
            /** @description Notes on a photo and its picture, for the ordered size. In the `box`: `unsure_parts`, product may be missing; `ground_remains`, old ground may be left; `unsure_stance`, a base that does not show whether it stands, lies, hangs or floats; `text_unreadable`, in previews and estimates, blurred text; `glass_background_kept`, glass that shows the picture's background, without `material`. `cut_by_frame`: the frame of the picture or photo cuts the product off. `small_source`, `scene_enlarged`: product or scene had to be enlarged. `color_cast`, `too_dark`, `tilted`, `noisy`, `blurred`: faults of the picture; `correct` corrects the first three, colored noise and blocks. `size_misfit`: the product's size does not fit the scene. `view_mismatch`: the scene is seen from above, the product obliquely. `props_left_out`, not in estimates: no room for some `props`. `person_or_hand`: perhaps a hand. Empty until the photo is generated. */
            notes: {
                /** @enum {string} */
                code: "unsure_parts" | "ground_remains" | "unsure_stance" | "cut_by_frame" | "small_source" | "color_cast" | "too_dark" | "tilted" | "noisy" | "blurred" | "text_unreadable" | "scene_enlarged" | "person_or_hand" | "size_misfit" | "view_mismatch" | "props_left_out" | "glass_background_kept" | (string & {});
                message: string;
                /** @description Whether `correct` removed the fault. Present for `color_cast`, `too_dark` and `tilted`. */
                corrected?: boolean;
                /** @description Affected area of the result, in pixels. */
                box?: {
                    left: number;
                    top: number;
                    width: number;
                    height: number;
                };
            }[];
            /** @description Width of the result in pixels. */
            width: number | null;
            height: number | null;
            /** @description Size of the result in bytes, if the image host reports it. */
            bytes: number | null;
            content_type: string | null;
            /** @description Number of times a worker has started this work. */
            attempts: number;
            /** @description Id of the photo that this work remakes; for a remake of a remake, id of the first photo. Null if this is not a remake. */
            remake_of: string | null;
            /** @description Id of the newest version of this photo: a remake, or one with a corrected cut-out. Null if there is none, and in events. */
            superseded_by: string | null;
            /** @description Review of the result by its owner (`PATCH /api/v1/generations/{id}`); null if not reviewed. */
            review: ("approved" | "rejected" | (string & {})) | null;
            /** @description Credits charged; 0 for refunded work, reused results and free remakes. */
            credits_used: number;
            error_code: string | null;
            /** @description Human-readable explanation of the error. */
            error_message: string | null;
            /** @description How to fix the error, if there is more specific advice than that of the error code. */
            error_fix: string | null;
            /** @description Stable key of the cause, if it is more specific than the code; more may be added. Currently: `nothing_found`, `mask_empty`, `mask_deleted`, `model_refused`, `product_changed`, `model_picture_unusable`, `models_too_slow`, `models_cannot_edit`, `options_withdrawn`, `mode_withdrawn`, `work_canceled`, `picture_not_found`, `image_not_found`, `image_not_among_uploads`, `picture_format_unknown`, `picture_data_damaged`, `picture_damaged`, `picture_unreadable`, `picture_too_small`, `picture_too_large`, `picture_size_too_large`, `heic_too_large`, `file_empty`, `file_too_large`, `decoding_too_slow`, `decoding_too_large`, `memory_too_small`, `path_unknown`, `path_undecodable`, `path_in_capitals`, `method_unknown`, `key_missing`, `several_keys`, `key_account_suspended`, `key_account_deleted`, `secured_meanwhile`, `view_read_only`, `plan_canceled`, `trial_over`, `payment_due`, `max_credits_exceeded`, `look_not_found`, `scene_not_found`, `mask_not_found`, `generation_not_found`, `result_unfinished`, `result_missing`, `result_lost`, `result_unread`, `result_deleted`, `no_results_chosen`, `batch_not_found`, `batch_without_results`, `no_result_reviewed_so`, `webhook_endpoint_not_found`, `webhook_delivery_not_found`, `tryouts_off`, `billing_off`, `checkout_not_yours`, `account_missing`, `keyed_work_unfinished`, `work_running`, `work_succeeded_before`, `work_failed_before`, `work_canceled_before`, `work_unfinished`, `review_unfinished`, `check_unfinished`, `remake_not_found`, `remake_of_other_picture`, `one_picture_per_response`, `remakes_changing`, `repeat_under_way`, `storage_used_up`, `uploads_used_up`, `uploads_closed`, `mask_being_deleted`, `no_such_key`, `scope_not_granted`, `key_outlives_grantor`, `key_outspends_grantor`, `key_out_of_reach`, `test_key_makes_test_keys`, `time_is_past`, `test_without_credits`, `test_work_used_up`, `key_budget_used_up`, `hourly_work_used_up`, `previews_used_up`, `own_calls_wait`, `event_not_found`, `too_many_replayed`, `picture_host_refused`, `picture_host_away`, `picture_is_page`, `picture_host_busy`, `webhook_host_busy`, `tryouts_used_up`, `tryouts_of_network_used_up`, `tryout_from_elsewhere`, `tryout_failed`, `preview_failed`, `image_host_away`, `no_worker`, `charge_unconfirmed`, `keyed_charge_unconfirmed`, `batch_unconfirmed`, `too_many_looks`, `webhook_host_unverified`, `too_many_webhook_endpoints`, `stripe_event_refused`, `body_too_large`, `body_compressed`, `body_broken`, `body_not_json`, `body_empty`, `body_malformed`, `body_too_nested`. */
            error_reason?: string;
            /** @description The values in the message, for texts of your own. */
            error_values?: {
                [key: string]: string | number;
            };
            /** @description Errors of an item that a batch skipped as invalid (`on_invalid`). The item was not charged. */
            issues?: components["schemas"]["ApiErrorIssue"][];
            /** @description False for objects of test mode. */
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            /** @description Time at which the operator refunded this finished work; its result remains. Null if not refunded. */
            refunded_at: string | null;
            /** @description Only with `n` above 1: all photos, in the order of their seeds. The other fields are those of the first one that succeeded; `credits_used` is the sum. */
            results?: {
                id: string;
                /** @description Null unless the photo has succeeded. */
                result_url: string | null;
                seed: number;
                /** @enum {string} */
                status: "queued" | "running" | "succeeded" | "failed" | "canceled" | (string & {});
            }[];
        };
        AccountEvent: {
            /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
            id: string;
            type: string;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /** @description The object as the API returned it when the event occurred. */
            data: {
                [key: string]: unknown;
            };
            /** @description False for objects of test mode. */
            livemode: boolean;
            /** @description Id of the generation, batch, key or endpoint that the event is about; null: the account. */
            object_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        AccountEventList: {
            /** @description Newest first. */
            data: components["schemas"]["AccountEvent"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        ApiErrorBody: {
            error: components["schemas"]["ApiErrorDetail"];
        };
        ApiErrorDetail: {
            code: components["schemas"]["ErrorCode"];
            /** @description Stable key of the cause, if it is more specific than the code; more may be added. Currently: `nothing_found`, `mask_empty`, `mask_deleted`, `model_refused`, `product_changed`, `model_picture_unusable`, `models_too_slow`, `models_cannot_edit`, `options_withdrawn`, `mode_withdrawn`, `work_canceled`, `picture_not_found`, `image_not_found`, `image_not_among_uploads`, `picture_format_unknown`, `picture_data_damaged`, `picture_damaged`, `picture_unreadable`, `picture_too_small`, `picture_too_large`, `picture_size_too_large`, `heic_too_large`, `file_empty`, `file_too_large`, `decoding_too_slow`, `decoding_too_large`, `memory_too_small`, `path_unknown`, `path_undecodable`, `path_in_capitals`, `method_unknown`, `key_missing`, `several_keys`, `key_account_suspended`, `key_account_deleted`, `secured_meanwhile`, `view_read_only`, `plan_canceled`, `trial_over`, `payment_due`, `max_credits_exceeded`, `look_not_found`, `scene_not_found`, `mask_not_found`, `generation_not_found`, `result_unfinished`, `result_missing`, `result_lost`, `result_unread`, `result_deleted`, `no_results_chosen`, `batch_not_found`, `batch_without_results`, `no_result_reviewed_so`, `webhook_endpoint_not_found`, `webhook_delivery_not_found`, `tryouts_off`, `billing_off`, `checkout_not_yours`, `account_missing`, `keyed_work_unfinished`, `work_running`, `work_succeeded_before`, `work_failed_before`, `work_canceled_before`, `work_unfinished`, `review_unfinished`, `check_unfinished`, `remake_not_found`, `remake_of_other_picture`, `one_picture_per_response`, `remakes_changing`, `repeat_under_way`, `storage_used_up`, `uploads_used_up`, `uploads_closed`, `mask_being_deleted`, `no_such_key`, `scope_not_granted`, `key_outlives_grantor`, `key_outspends_grantor`, `key_out_of_reach`, `test_key_makes_test_keys`, `time_is_past`, `test_without_credits`, `test_work_used_up`, `key_budget_used_up`, `hourly_work_used_up`, `previews_used_up`, `own_calls_wait`, `event_not_found`, `too_many_replayed`, `picture_host_refused`, `picture_host_away`, `picture_is_page`, `picture_host_busy`, `webhook_host_busy`, `tryouts_used_up`, `tryouts_of_network_used_up`, `tryout_from_elsewhere`, `tryout_failed`, `preview_failed`, `image_host_away`, `no_worker`, `charge_unconfirmed`, `keyed_charge_unconfirmed`, `batch_unconfirmed`, `too_many_looks`, `webhook_host_unverified`, `too_many_webhook_endpoints`, `stripe_event_refused`, `body_too_large`, `body_compressed`, `body_broken`, `body_not_json`, `body_empty`, `body_malformed`, `body_too_nested`. */
            reason?: string;
            /** @description The values in the message, for texts of your own. */
            values?: {
                [key: string]: string | number;
            };
            /** @description What is wrong; safe to show to users. */
            message: string;
            /** @description How to fix the error: the fix of the code, or a more specific one. */
            fix?: string;
            /** @description The invalid fields. */
            issues?: components["schemas"]["ApiErrorIssue"][];
            /** @description With `missing_scope`: the scope that the key lacks. */
            required_scope?: string;
            /** @description Identifies the request in the log. */
            request_id: string;
        };
        ApiErrorIssue: {
            /** @description Name of the field; empty for the whole body. */
            path: string;
            /** @description What is wrong with the field, as a sentence. */
            message: string;
            /** @description Stable key of the cause, one of those of the whole error. */
            reason?: string;
            /** @description The values in the message, for texts of your own. */
            values?: {
                [key: string]: string | number;
            };
        };
        ApiKey: {
            id: string;
            name: string;
            /** @description The first characters of the key. */
            prefix: string;
            /** @description The last four characters of the key. */
            last4: string;
            /** @description Whether it is a test key. */
            test: boolean;
            /** @description Permissions of the key; more scopes may be added. */
            scopes: string[];
            /** @description When the key expires; null: never. */
            expires_at: string | null;
            /** @description Limit of credits per calendar month (UTC); null: no limit. */
            max_credits_per_month: number | null;
            /** @description Credits spent this month; if the key has a limit, including the keys that were created with it. */
            credits_this_month: number;
            /** Format: date-time */
            created_at: string;
            last_used_at: string | null;
            /** @description False for objects of test mode. */
            livemode: boolean;
        };
        ApiKeyChange: {
            name?: string | null;
            scopes?: ("work:write" | "work:read" | "work:delete" | "looks" | "webhooks" | "account:read" | "keys" | (string & {}))[] | null;
            /** @description When the key expires; null: never. */
            expires_at?: string | null;
            /** @description Credits that the key may spend per calendar month (UTC), together with the keys that were created with it; null: no limit. */
            max_credits_per_month?: number | null;
        };
        ApiKeyList: {
            /** @description Newest first. */
            data: components["schemas"]["ApiKey"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        ApiKeyRequest: {
            /** @description A name of your choice, 1 to 60 characters. */
            name: string;
            /** @description Whether to create a test key. Default: false, or true if a test key makes the call. */
            test?: boolean | null;
            /** @description Permissions of the key. `work:write`: Upload pictures, order and cancel work and batches, save masks, create archives. `work:read`: Read work, batches, results and masks. `work:delete`: Delete work and its results. `looks`: Read and change brand looks. `webhooks`: Read and change webhook endpoints, read and resend deliveries. `account:read`: Read the balance, the events and the audit log of the account. `keys`: Read, create, change and delete API keys, with at most its own permissions. Default: `work:write`, `work:read`, `work:delete`, `looks`, `webhooks`, `account:read`. */
            scopes?: ("work:write" | "work:read" | "work:delete" | "looks" | "webhooks" | "account:read" | "keys" | (string & {}))[] | null;
            /** @description When the key expires; null: never. */
            expires_at?: string | null;
            /** @description Credits that the key may spend per calendar month (UTC), together with the keys that were created with it; null: no limit. */
            max_credits_per_month?: number | null;
        };
        ApiKeyRotation: {
            /** @description Hours that the previous secret keeps working. Default: 24. */
            overlap_hours?: number | null;
        };
        ApiKeyWithSecret: {
            id: string;
            name: string;
            /** @description The first characters of the key. */
            prefix: string;
            /** @description The last four characters of the key. */
            last4: string;
            /** @description Whether it is a test key. */
            test: boolean;
            /** @description Permissions of the key; more scopes may be added. */
            scopes: string[];
            /** @description When the key expires; null: never. */
            expires_at: string | null;
            /** @description Limit of credits per calendar month (UTC); null: no limit. */
            max_credits_per_month: number | null;
            /** @description Credits spent this month; if the key has a limit, including the keys that were created with it. */
            credits_this_month: number;
            /** Format: date-time */
            created_at: string;
            last_used_at: string | null;
            /** @description False for objects of test mode. */
            livemode: boolean;
            /** @description The secret. It is returned only in this response: store it safely. */
            key: string;
        };
        ArchiveRequest: {
            /** @description 1 to 1000 ids of generations. */
            ids: string[];
            /**
             * @description Converts pictures in another format to this format; with `jpeg`, transparent areas become white.
             * @enum {string}
             */
            format?: "jpeg" | "png" | "webp" | "avif" | (string & {});
            /**
             * @description Only results with this review; `none` means not reviewed yet. With `approved`, an approved remake (`remake_of`) replaces its photo.
             * @enum {string}
             */
            review?: "approved" | "rejected" | "none" | (string & {});
        };
        AuditEvent: {
            id: string;
            /** Format: date-time */
            at: string;
            actor: {
                /** @enum {string} */
                type: "user" | "key" | "operator" | "system" | (string & {});
                /** @description Id of the user or the key; null for other actors. */
                id: string | null;
                /** @description Name at that time: an email address, or the name of a key. */
                name: string | null;
            };
            /** @enum {string} */
            action: "account.created" | "account.changed" | "account.secured" | "account.suspended" | "account.resumed" | "account.export_requested" | "account.export_downloaded" | "account.deleted" | "operator.added" | "operator.removed" | "support.asked" | "support.accepted" | "support.opened" | "support.ended" | "session.created" | "session.failed" | "session.ended" | "password.changed" | "two_factor.enabled" | "two_factor.disabled" | "two_factor.codes_renewed" | "sign_in_provider.added" | "key.created" | "key.changed" | "key.rotated" | "key.deleted" | "plan.changed" | "credits.granted" | "work.retried" | "work.refunded" | "work.deleted" | "look.deleted" | "webhook_endpoint.created" | "webhook_endpoint.changed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.deleted" | "webhook_delivery.resent" | "mail.resent" | (string & {});
            object: {
                /** @enum {string} */
                type: "account" | "session" | "key" | "generation" | "look" | "webhook_endpoint" | "webhook_delivery" | "export" | "mail" | "support_link" | (string & {});
                id: string | null;
            };
            /** @description Client IP address, for IPv6 its /64 prefix; null without a request. */
            address: string | null;
            /** @description The changed fields before the change; never secrets. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The changed fields after the change; never secrets. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description False for objects of test mode. */
            livemode: boolean;
        };
        AuditEventList: {
            /** @description Newest first. */
            data: components["schemas"]["AuditEvent"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        Background: {
            /** @description Plain color behind and under the product. */
            color?: string | null;
            /** @description URL of your own picture. Cannot be combined with `color`. */
            image_url?: string | null;
            /** @description `backdrop`: the picture is the whole set. `surface`: the product stands on the picture. Default: `backdrop`. */
            role?: ("backdrop" | "surface" | (string & {})) | null;
            /** @description Height at which the surface of a backdrop ends, as a share of the frame's height from the top. Default: estimated. */
            horizon?: number | null;
        };
        BackgroundRemovalRequest: {
            /** @description Delivery URL of an image on the image host, or the image itself as a data URI in base64. */
            image_url: string;
            /** @description Format of the result; `jpeg` needs `background`. Default: `png`. */
            format?: ("jpeg" | "png" | "webp" | "avif" | (string & {})) | null;
            /** @description Background of the result. Default: transparent. */
            background?: components["schemas"]["CutoutBackground"] | null;
            /** @description Whether to crop the result to the product. */
            trim?: boolean | null;
            /** @description Margin around the trimmed product, as a share of its longer side. Implies `trim`. */
            margin?: number | null;
            /** @description `mask`: the alpha channel as an 8-bit grayscale picture, white where the product is. Default: `cutout`. */
            output?: ("cutout" | "mask" | (string & {})) | null;
            /** @description URL of a corrected mask on the image host: 8-bit grayscale, of the same size as the picture. Default: the mask saved for the picture (`POST /api/v1/masks`), otherwise the mask that the service detects. */
            mask_url?: string | null;
            /** @description Name of the result, used in the gallery, in searches and for its file. */
            title?: string | null;
            /** @description Up to 20 key-value pairs that are returned with the result: keys of up to 40 characters, values of up to 500. `sku` identifies the product. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Maximum cost in credits; if the work would cost more, the request is rejected with `insufficient_credits`. */
            max_credits?: number | null;
            /** @description true: an earlier result of yours with the same source and options is returned without charge. Default: false. */
            reuse?: boolean | null;
            /** @description URL that gets the event of the end of this work (of several photos or a batch: `batch.completed`), signed with the secret of your oldest enabled endpoint of the same host, which must have been verified. */
            webhook_url?: string | null;
        };
        Batch: {
            id: string;
            title: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "canceled" | (string & {});
            counts: {
                total: number;
                queued: number;
                running: number;
                succeeded: number;
                failed: number;
                canceled: number;
            };
            credits: {
                /** @description Cost of all items. */
                reserved: number;
                /** @description Cost of the succeeded items, less refunds. */
                used: number;
                refunded: number;
            };
            /** @description Estimated seconds until the last item is finished. Null if all items are finished, and while no worker is running. */
            eta_seconds: number | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            metadata: {
                [key: string]: string;
            } | null;
            /** @description False for objects of test mode. */
            livemode: boolean;
        };
        BatchCompletedEvent: {
            /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "batch.completed";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["Batch"];
        };
        BatchItemList: {
            /** @description In the order submitted. */
            data: components["schemas"]["Generation"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        BatchList: {
            /** @description Newest first. */
            data: components["schemas"]["Batch"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        BatchRequest: {
            /** @description Name of the result, used in the gallery, in searches and for its file. */
            title?: string | null;
            /** @description Up to 20 key-value pairs that are returned with the result: keys of up to 40 characters, values of up to 500. `sku` identifies the product. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Maximum cost in credits; if the work would cost more, the request is rejected with `insufficient_credits`. */
            max_credits?: number | null;
            /** @description true: an earlier result of yours with the same source and options is returned without charge. Default: false. */
            reuse?: boolean | null;
            /** @description URL that gets the event of the end of this work (of several photos or a batch: `batch.completed`), signed with the secret of your oldest enabled endpoint of the same host, which must have been verified. */
            webhook_url?: string | null;
            /** @description How invalid items are handled. `reject` (default): nothing is ordered, and one response lists all errors of all items. `skip`: the valid items are ordered; invalid items are listed as failed with their `issues`, uncharged. If no item is valid, the batch is rejected. */
            on_invalid?: ("reject" | "skip" | (string & {})) | null;
            /** @description 1 to 1000 items; `request` takes the fields of the call for its `operation`. */
            items: ({
                /** @constant */
                operation: "generate";
                request: components["schemas"]["GenerationRequest"];
                /** @description Your name for the item; unique within the batch. */
                custom_id: string;
            } | {
                /** @constant */
                operation: "remove_bg";
                request: components["schemas"]["BackgroundRemovalRequest"];
                /** @description Your name for the item; unique within the batch. */
                custom_id: string;
            })[];
        };
        CreditBalance: {
            /** @description Credits left in the current billing cycle. */
            monthly_remaining: number;
            /** @description Purchased top-up credits; they never expire. */
            topup_remaining: number;
            /** @description monthly_remaining + topup_remaining. */
            total: number;
            /** @description Monthly credit allowance of the caller's tier. */
            credits_limit: number;
            /** @enum {string} */
            tier: "starter" | "pro" | "max" | "ultra" | (string & {});
            /** @enum {string} */
            status: "active" | "canceled" | "past_due" | "trialing" | (string & {});
        };
        CreditsLowEvent: {
            /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "credits.low";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["CreditBalance"];
        };
        CreditsRemaining: {
            /** @description Credits left in the current billing cycle. */
            monthly: number;
            /** @description Purchased credits left; they never expire. */
            topup: number;
            /** @description monthly + topup. */
            total: number;
        };
        Crop: {
            /** @description Center of the kept area, as a share of the frame's width. */
            x?: number | null;
            /** @description Center of the kept area, as a share of the frame's height. */
            y?: number | null;
            /** @description 1 keeps the whole frame, 2 keeps half of its width and height. */
            zoom: number;
        };
        CutoutBackground: {
            /** @description Plain color. */
            color?: string | null;
            /** @description URL of your own picture, cropped to fill. Cannot be combined with `color`. */
            image_url?: string | null;
        };
        DeletedApiKey: {
            id: string;
            /** @constant */
            deleted: true;
        };
        DeletedGeneration: {
            id: string;
            /** @constant */
            deleted: true;
        };
        DeletedLook: {
            id: string;
            /** @constant */
            deleted: true;
        };
        DeletedWebhookEndpoint: {
            id: string;
            /** @constant */
            deleted: true;
        };
        Deletion: {
            /** @description Ids of the deleted generations. */
            deleted: string[];
            /** @description Ids of queued and running work, which was not deleted. */
            open: string[];
        };
        DeletionRequest: {
            /** @description 1 to 1000 ids of generations. */
            ids: string[];
        };
        /**
         * @description Stable, machine-readable code; more may be added.
         * @enum {string}
         */
        ErrorCode: "invalid_params" | "missing_api_key" | "invalid_api_key" | "insufficient_credits" | "key_budget_exceeded" | "missing_scope" | "no_active_subscription" | "not_found" | "method_not_allowed" | "not_acceptable" | "idempotency_in_progress" | "endpoint_paused" | "not_cancelable" | "idempotency_mismatch" | "rate_limited" | "internal_error" | "generation_failed" | "overloaded" | (string & {});
        Estimate: {
            /** @description Total cost of all requests. */
            credits: number;
            /** @description Cost of each request, in the order submitted; 0 if `reuse` finds an earlier result, and for free remakes (`remake_of`). */
            requests: {
                credits: number;
                /** @description With `reuse`: id of your queued or running work for the same request. Ordering now would generate and charge it again. */
                open_id: string | null;
                /** @description With `reuse`: id of your earlier work whose result the call would return, free of charge; with `n`, that of its first photo if all are reused. */
                reused_id: string | null;
                /** @description Parts of the prompt that the studio understands, in order: `kind`, a `value` of [Prompts](/docs/prompts) (prefixed with `no_` if the prompt rules it out), and `text`, the words of the prompt. For a rendered scene, `value` is its id, or that of a prop, and `text` the words that it matches. Null without a prompt, and if a model paints the scene. */
                prompt_understood: {
                    /** @enum {string} */
                    kind: "surface" | "place" | "color" | "light" | "shadow" | "reflection" | "season" | "mood" | "space" | (string & {});
                    value: string;
                    text: string;
                }[] | null;
                /** @description Words of the prompt that the studio ignores. Null whenever `prompt_understood` is null. */
                prompt_ignored: string[] | null;
                /** @description Id of the rendered scene of the photo; null without one. */
                scene: string | null;
                /** @description Rendered scenes that match the prompt, best match first, at most four. If nothing of the prompt is understood, other scenes that suit the style follow. */
                scene_suggestions: components["schemas"]["SceneSuggestion"][];
                /** @description How the product is placed in the photo: as requested, or otherwise as detected in its picture. If not requested, null until the photo is generated, in an estimate that did not judge the picture, and if a model painted the whole photo. */
                stance: ("stand" | "lie" | "hang" | "float" | (string & {})) | null;
                /** @description Notes on a photo and its picture, for the ordered size. In the `box`: `unsure_parts`, product may be missing; `ground_remains`, old ground may be left; `unsure_stance`, a base that does not show whether it stands, lies, hangs or floats; `text_unreadable`, in previews and estimates, blurred text; `glass_background_kept`, glass that shows the picture's background, without `material`. `cut_by_frame`: the frame of the picture or photo cuts the product off. `small_source`, `scene_enlarged`: product or scene had to be enlarged. `color_cast`, `too_dark`, `tilted`, `noisy`, `blurred`: faults of the picture; `correct` corrects the first three, colored noise and blocks. `size_misfit`: the product's size does not fit the scene. `view_mismatch`: the scene is seen from above, the product obliquely. `props_left_out`, not in estimates: no room for some `props`. `person_or_hand`: perhaps a hand. Empty until the photo is generated. */
                notes: {
                    /** @enum {string} */
                    code: "unsure_parts" | "ground_remains" | "unsure_stance" | "cut_by_frame" | "small_source" | "color_cast" | "too_dark" | "tilted" | "noisy" | "blurred" | "text_unreadable" | "scene_enlarged" | "person_or_hand" | "size_misfit" | "view_mismatch" | "props_left_out" | "glass_background_kept" | (string & {});
                    message: string;
                    /** @description Whether `correct` removed the fault. Present for `color_cast`, `too_dark` and `tilted`. */
                    corrected?: boolean;
                    /** @description Affected area of the result, in pixels. */
                    box?: {
                        left: number;
                        top: number;
                        width: number;
                        height: number;
                    };
                }[];
            }[];
            /** @description Whether the balance covers the total cost. */
            sufficient: boolean;
            credits_remaining: components["schemas"]["CreditsRemaining"];
        };
        EstimateRequest: {
            requests: ({
                /** @constant */
                operation: "generate";
                request: components["schemas"]["GenerationRequest"];
            } | {
                /** @constant */
                operation: "remove_bg";
                request: components["schemas"]["BackgroundRemovalRequest"];
            })[];
        };
        Generation: {
            id: string;
            /** @enum {string} */
            operation: "generate" | "remove_bg" | (string & {});
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "canceled" | (string & {});
            /** @description Position in the queue; 1 is next. Null unless the work is queued. */
            position: number | null;
            /** @description Current step: `cutout`, `photo` or `storing`. Null unless the work is running. */
            stage: string | null;
            /** @description Id of the batch that contains this work. */
            batch_id: string | null;
            /** @description Name of the item in its batch, set by the caller. */
            custom_id: string | null;
            title: string | null;
            metadata: {
                [key: string]: string;
            } | null;
            image_url: string;
            /** @description Name of the uploaded file (`POST /api/v1/upload`). */
            source_name: string | null;
            /** @description Null until the work has succeeded. */
            result_url: string | null;
            /** @description Id of the API key that ordered the work; null if it was ordered in the dashboard. */
            api_key_id: string | null;
            /** @description `X-Request-Id` of the call that ordered the work. */
            request_id: string | null;
            style: string | null;
            /** @description Prompt of the request. */
            prompt: string | null;
            aspect_ratio: string | null;
            resolution: string | null;
            /** @description Mode in which the photo was generated; differs from the requested mode after a fallback. Null until the photo is generated, and for cut-outs. */
            mode: ("studio" | "scene" | "edit" | (string & {})) | null;
            /** @description Hosted image model that was used: `provider/name`. */
            model: string | null;
            /** @description How faithful the photo is to the product. Null until the photo is generated, and for cut-outs. */
            fidelity: {
                /**
                 * @description `original`: the product's own pixels. `kept`: repainted by the model, within the limits of what counts as unchanged. `restored`: changed by the model, so the original pixels were restored.
                 * @enum {string}
                 */
                product: "original" | "kept" | "restored" | (string & {});
                /** @description Share of the product that the model changed visibly, before pixels were restored. */
                changed: number;
                /** @description Words on the product that the model changed or lost, before that. */
                changed_words: string[];
            } | null;
            /** @description Version of the renderer that made the result; null until then. */
            engine: string | null;
            /** @description Origin as noted in the file (XMP): the IPTC digital source type, and the engine. Null like `engine`. */
            provenance: {
                /** @enum {string} */
                digital_source_type: "compositeSynthetic" | "algorithmicallyEnhanced" | "compositeWithTrainedAlgorithmicMedia" | "trainedAlgorithmicMedia" | (string & {});
                engine: string;
            } | null;
            /** @description Seed of the photo; 0 is the style's standard look. Null for cut-outs. */
            seed: number | null;
            /** @description Options of the request that have no field of their own. */
            options: {
                [key: string]: unknown;
            };
            /** @description Parts of the prompt that the studio understands, in order: `kind`, a `value` of [Prompts](/docs/prompts) (prefixed with `no_` if the prompt rules it out), and `text`, the words of the prompt. For a rendered scene, `value` is its id, or that of a prop, and `text` the words that it matches. Null without a prompt, and if a model paints the scene. */
            prompt_understood: {
                /** @enum {string} */
                kind: "surface" | "place" | "color" | "light" | "shadow" | "reflection" | "season" | "mood" | "space" | (string & {});
                value: string;
                text: string;
            }[] | null;
            /** @description Words of the prompt that the studio ignores. Null whenever `prompt_understood` is null. */
            prompt_ignored: string[] | null;
            /** @description Id of the rendered scene of the photo; null without one. */
            scene: string | null;
            /** @description Rendered scenes that match the prompt, best match first, at most four. If nothing of the prompt is understood, other scenes that suit the style follow. */
            scene_suggestions: components["schemas"]["SceneSuggestion"][];
            /** @description Bounding box of the product in the result, in pixels. Null until the work has finished, and for plain cut-outs by an image host that does not report it (Cloudinary). */
            bounding_box: {
                left: number;
                top: number;
                width: number;
                height: number;
            } | null;
            /** @description How the product is placed in the photo: as requested, or otherwise as detected in its picture. If not requested, null until the photo is generated, in an estimate that did not judge the picture, and if a model painted the whole photo. */
            stance: ("stand" | "lie" | "hang" | "float" | (string & {})) | null;
            /** @description Notes on a photo and its picture, for the ordered size. In the `box`: `unsure_parts`, product may be missing; `ground_remains`, old ground may be left; `unsure_stance`, a base that does not show whether it stands, lies, hangs or floats; `text_unreadable`, in previews and estimates, blurred text; `glass_background_kept`, glass that shows the picture's background, without `material`. `cut_by_frame`: the frame of the picture or photo cuts the product off. `small_source`, `scene_enlarged`: product or scene had to be enlarged. `color_cast`, `too_dark`, `tilted`, `noisy`, `blurred`: faults of the picture; `correct` corrects the first three, colored noise and blocks. `size_misfit`: the product's size does not fit the scene. `view_mismatch`: the scene is seen from above, the product obliquely. `props_left_out`, not in estimates: no room for some `props`. `person_or_hand`: perhaps a hand. Empty until the photo is generated. */
            notes: {
                /** @enum {string} */
                code: "unsure_parts" | "ground_remains" | "unsure_stance" | "cut_by_frame" | "small_source" | "color_cast" | "too_dark" | "tilted" | "noisy" | "blurred" | "text_unreadable" | "scene_enlarged" | "person_or_hand" | "size_misfit" | "view_mismatch" | "props_left_out" | "glass_background_kept" | (string & {});
                message: string;
                /** @description Whether `correct` removed the fault. Present for `color_cast`, `too_dark` and `tilted`. */
                corrected?: boolean;
                /** @description Affected area of the result, in pixels. */
                box?: {
                    left: number;
                    top: number;
                    width: number;
                    height: number;
                };
            }[];
            /** @description Width of the result in pixels. */
            width: number | null;
            height: number | null;
            /** @description Size of the result in bytes, if the image host reports it. */
            bytes: number | null;
            content_type: string | null;
            /** @description Number of times a worker has started this work. */
            attempts: number;
            /** @description Id of the photo that this work remakes; for a remake of a remake, id of the first photo. Null if this is not a remake. */
            remake_of: string | null;
            /** @description Id of the newest version of this photo: a remake, or one with a corrected cut-out. Null if there is none, and in events. */
            superseded_by: string | null;
            /** @description Review of the result by its owner (`PATCH /api/v1/generations/{id}`); null if not reviewed. */
            review: ("approved" | "rejected" | (string & {})) | null;
            /** @description Credits charged; 0 for refunded work, reused results and free remakes. */
            credits_used: number;
            error_code: string | null;
            /** @description Human-readable explanation of the error. */
            error_message: string | null;
            /** @description How to fix the error, if there is more specific advice than that of the error code. */
            error_fix: string | null;
            /** @description Stable key of the cause, if it is more specific than the code; more may be added. Currently: `nothing_found`, `mask_empty`, `mask_deleted`, `model_refused`, `product_changed`, `model_picture_unusable`, `models_too_slow`, `models_cannot_edit`, `options_withdrawn`, `mode_withdrawn`, `work_canceled`, `picture_not_found`, `image_not_found`, `image_not_among_uploads`, `picture_format_unknown`, `picture_data_damaged`, `picture_damaged`, `picture_unreadable`, `picture_too_small`, `picture_too_large`, `picture_size_too_large`, `heic_too_large`, `file_empty`, `file_too_large`, `decoding_too_slow`, `decoding_too_large`, `memory_too_small`, `path_unknown`, `path_undecodable`, `path_in_capitals`, `method_unknown`, `key_missing`, `several_keys`, `key_account_suspended`, `key_account_deleted`, `secured_meanwhile`, `view_read_only`, `plan_canceled`, `trial_over`, `payment_due`, `max_credits_exceeded`, `look_not_found`, `scene_not_found`, `mask_not_found`, `generation_not_found`, `result_unfinished`, `result_missing`, `result_lost`, `result_unread`, `result_deleted`, `no_results_chosen`, `batch_not_found`, `batch_without_results`, `no_result_reviewed_so`, `webhook_endpoint_not_found`, `webhook_delivery_not_found`, `tryouts_off`, `billing_off`, `checkout_not_yours`, `account_missing`, `keyed_work_unfinished`, `work_running`, `work_succeeded_before`, `work_failed_before`, `work_canceled_before`, `work_unfinished`, `review_unfinished`, `check_unfinished`, `remake_not_found`, `remake_of_other_picture`, `one_picture_per_response`, `remakes_changing`, `repeat_under_way`, `storage_used_up`, `uploads_used_up`, `uploads_closed`, `mask_being_deleted`, `no_such_key`, `scope_not_granted`, `key_outlives_grantor`, `key_outspends_grantor`, `key_out_of_reach`, `test_key_makes_test_keys`, `time_is_past`, `test_without_credits`, `test_work_used_up`, `key_budget_used_up`, `hourly_work_used_up`, `previews_used_up`, `own_calls_wait`, `event_not_found`, `too_many_replayed`, `picture_host_refused`, `picture_host_away`, `picture_is_page`, `picture_host_busy`, `webhook_host_busy`, `tryouts_used_up`, `tryouts_of_network_used_up`, `tryout_from_elsewhere`, `tryout_failed`, `preview_failed`, `image_host_away`, `no_worker`, `charge_unconfirmed`, `keyed_charge_unconfirmed`, `batch_unconfirmed`, `too_many_looks`, `webhook_host_unverified`, `too_many_webhook_endpoints`, `stripe_event_refused`, `body_too_large`, `body_compressed`, `body_broken`, `body_not_json`, `body_empty`, `body_malformed`, `body_too_nested`. */
            error_reason?: string;
            /** @description The values in the message, for texts of your own. */
            error_values?: {
                [key: string]: string | number;
            };
            /** @description Errors of an item that a batch skipped as invalid (`on_invalid`). The item was not charged. */
            issues?: components["schemas"]["ApiErrorIssue"][];
            /** @description False for objects of test mode. */
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            /** @description Time at which the operator refunded this finished work; its result remains. Null if not refunded. */
            refunded_at: string | null;
        };
        GenerationCanceledEvent: {
            /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "generation.canceled";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["Generation"];
        };
        GenerationChange: {
            /** @description New name; null removes it. */
            title?: string | null;
            /** @description Replaces all existing pairs; null removes them. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Your verdict on a finished result; null removes it. Lists and archives can be filtered by it. */
            review?: ("approved" | "rejected" | (string & {})) | null;
        };
        GenerationFailedEvent: {
            /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "generation.failed";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["Generation"];
        };
        GenerationList: {
            /** @description Newest first. */
            data: components["schemas"]["Generation"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        GenerationRequest: {
            /** @description Public URL of the input image: http or https on port 80 or 443, or an image on the image host. Or the image itself, as a data URI in base64. */
            image_url: string;
            /**
             * @description What the picture shows.
             * @enum {string}
             */
            type: "product";
            /** @description Style of the photo. Required unless the request has a `scene`, or a `look` that sets a style or a scene. In a scene it determines grading and price; default there: `lifestyle`. */
            style?: ("studio" | "amazon" | "luxury" | "lifestyle" | (string & {})) | null;
            /** @description Free text; if given, it overrides the style's default prompt. */
            prompt?: string | null;
            /** @description Width to height of the photo. Default: `1:1`. */
            aspect_ratio?: ("1:1" | "4:3" | "3:4" | "16:9" | "9:16" | (string & {})) | null;
            /** @description Size of the photo; multiplies the cost by 1, 2, 4. Default: `1K`. */
            resolution?: ("1K" | "2K" | "4K" | (string & {})) | null;
            /** @description How the photo is made. `studio`: by the embedded renderer. `scene`: a hosted image model paints the scene, and the product's own pixels are placed in it. `edit`: the model repaints the whole picture, and the product in it is compared with yours. Default: set by the operator. */
            mode?: ("studio" | "scene" | "edit" | (string & {})) | null;
            /** @description Id of a rendered scene (`GET /api/v1/scenes`), or `CATEGORY/any`, where `seed` selects a scene of the category in which products stand or lie. The embedded renderer generates the photo, regardless of `mode`; the arrangement of the scene varies by picture and `seed`. Cannot be combined with `background`. A style that is always pure white stays pure white. Default: determined by style and prompt; if the prompt matches a scene well, that scene. */
            scene?: string | null;
            /** @description Different seeds give different photos. The seed modulo 6 selects one of the style's 6 looks (backdrop, surface and light), and each seed varies light, angle of the set and position slightly. Prompt and options take precedence. In style `amazon`, the looks differ only in light, shadow and reflection, on pure white. In mode `studio`, the same request with the same seed returns the same bytes. Default: 0, the style's standard look. */
            seed?: number | null;
            /** @description Version of the renderer, `MAJOR.MINOR`: the current one or the one before it, so that a catalogue does not change with an upgrade. Default: the current one. */
            engine?: "1.0" | null;
            /** @description Id of one of your brand looks. Its settings apply to all fields that the request does not set, key by key in `layout`, `light` and `crop`. An `aspect_ratio` in the request overrides its `size`. */
            look?: string | null;
            /** @description Position, size and rotation of the product in the frame. Default: determined by the style. In mode `edit`, the model determines layout, light, shadow, reflection and crop. */
            layout?: components["schemas"]["Layout"] | null;
            /** @description How the product is placed in the photo. `stand`: on its lowest points. `lie`: on its back, seen from above. `hang`: hanging, with the ground far below. `float`: slightly above the ground. Default: detected from the picture and returned as `stance`. */
            stance?: ("stand" | "lie" | "hang" | "float" | (string & {})) | null;
            /** @description Real size of the product: in a rendered scene it then has the right size beside the props. A size that does not fit the scene gets the note `size_misfit`. Default: unknown; the scene is framed so that its size does not matter. */
            product_size_cm?: components["schemas"]["ProductSize"] | null;
            /** @description Up to 3 names of `GET /api/v1/scenes/props`: small things that lie around the product on the ground of a rendered scene, arranged by `seed`. Needs a scene. Default: those that the prompt names and the scene lacks; `[]` for none. */
            props?: ("rose-petals" | "green-leaves" | "autumn-leaves" | "fir-twigs" | "pine-cones" | "cinnamon-sticks" | "coffee-beans" | "lemon-slices" | "ice-cubes" | "pebbles" | "sea-shells" | "wood-shavings" | "confetti" | "towel" | (string & {}))[] | null;
            /** @description Light of the photo. Default: determined by style and prompt. */
            light?: components["schemas"]["Light"] | null;
            /** @description Strength of the shadow, from 0 (none) to 1. Default: determined by the style. */
            shadow?: number | null;
            /** @description Strength of the reflection, from 0 (none) to 1. Default: determined by the style. */
            reflection?: number | null;
            /** @description Replaces the style's set. The embedded renderer generates such photos, regardless of `mode`. */
            background?: components["schemas"]["Background"] | null;
            /** @description Keeps only a part of the frame, at the full size of the photo. */
            crop?: components["schemas"]["Crop"] | null;
            /** @description `auto`: corrects the light and the camera of the picture: a color cast, measured on a neutral background, a dark exposure, a symmetric product that leans, noise of color and the blocks of a JPEG. Nothing is painted, and a picture that needs no correction gives the same photo as `off`. No effect in mode `edit`. Default: `off`. */
            correct?: ("auto" | "off" | (string & {})) | null;
            /** @description `glass`: the photo shows its own background through the product, with the color of the glass, and keeps highlights, edges, labels and caps from the picture. Take the picture in front of a plain, bright background. No effect in mode `edit`, nor where the service has less than 1.2 GB of memory. Default: the product stays as it is in the picture; glass then shows the background of the picture and gets the note `glass_background_kept`. */
            material?: "glass" | null;
            /** @description Size of the photo, instead of that of `aspect_ratio`: the name of a marketplace size, or width and height in pixels. The resolution limits the number of pixels: 1,075,200 at 1K, four times as many at 2K, sixteen times as many at 4K. */
            size?: components["schemas"]["Size"] | null;
            /** @description Format of the photo. Default: `jpeg`. */
            format?: ("jpeg" | "png" | "webp" | "avif" | (string & {})) | null;
            /** @description Number of photos, 1 to 8, with consecutive seeds from `seed`. Each is charged, and refunded if it fails. More than one form a batch (`batch_id`), and the response has `results`. No effect in previews; in batches 1. Default: 1. */
            n?: number | null;
            /** @description true: the request is rejected with `invalid_params`, uncharged, if the studio understands nothing of the prompt. Default: false; the header `X-Prompt-Ignored` (`all`, `part`) then reports it. */
            prompt_strict?: boolean | null;
            /** @description Id of a finished photo of yours to remake from the same picture, with another mask, layout, scene or seed. Free (`credits_used` 0) 2 times per photo, remakes of remakes included, within 7 days, if it costs no more than the photo did, and while free remakes are at most 1/10 of the credits charged for your finished work of this calendar month (UTC). Beyond that it costs as usual; with `max_credits` 0 it is rejected instead. A failed remake does not count. Previews ignore the field. */
            remake_of?: string | null;
            /** @description Name of the result, used in the gallery, in searches and for its file. */
            title?: string | null;
            /** @description Up to 20 key-value pairs that are returned with the result: keys of up to 40 characters, values of up to 500. `sku` identifies the product. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Maximum cost in credits; if the work would cost more, the request is rejected with `insufficient_credits`. */
            max_credits?: number | null;
            /** @description true: an earlier result of yours with the same source and options is returned without charge. Default: false. */
            reuse?: boolean | null;
            /** @description URL that gets the event of the end of this work (of several photos or a batch: `batch.completed`), signed with the secret of your oldest enabled endpoint of the same host, which must have been verified. */
            webhook_url?: string | null;
        };
        GenerationSucceededEvent: {
            /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "generation.succeeded";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["Generation"];
        };
        KeyBudget_reachedEvent: {
            /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "key.budget_reached";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["ApiKey"];
        };
        Layout: {
            /** @description Center of the product, as a share of the frame's width. */
            x?: number | null;
            /** @description Center of the product, as a share of the frame's height. */
            y?: number | null;
            /** @description Longer side of the product before rotation, as a share of the frame's shorter side. */
            scale?: number | null;
            /** @description Clockwise rotation of the product about its center. */
            rotation_deg?: number | null;
        };
        Light: {
            /** @description Direction of the key light, seen from above: 0 at the camera, -90 left, 90 right, 180 behind the product. */
            azimuth_deg?: number | null;
            /** @description Elevation of the key light above the ground. */
            elevation_deg?: number | null;
            /** @description Color of the light: -1 cool, 0 daylight, 1 candlelight. */
            warmth?: number | null;
            /** @description Brightness of the set; 1 is the default brightness. */
            exposure?: number | null;
            /** @description false: the scene's light does not affect the product, which keeps the light of its picture. Default: true. */
            relight?: boolean | null;
        };
        Look: {
            id: string;
            name: string;
            settings: components["schemas"]["ShownLookSettings"];
            /** @description False for objects of test mode. */
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        LookChange: {
            name?: string | null;
            /** @description Replaces all previous settings of the look. */
            settings?: components["schemas"]["LookSettings"] | null;
        };
        LookList: {
            /** @description Newest first. */
            data: components["schemas"]["Look"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        LookRequest: {
            /** @description 1 to 60 characters. */
            name: string;
            settings: components["schemas"]["LookSettings"];
        };
        /** @description Every field is optional and has the same meaning as in `POST /api/v1/generate`. */
        LookSettings: {
            style?: ("studio" | "amazon" | "luxury" | "lifestyle" | (string & {})) | null;
            prompt?: string | null;
            mode?: ("studio" | "scene" | "edit" | (string & {})) | null;
            /** @description Id of a rendered scene (`GET /api/v1/scenes`), or `CATEGORY/any`, where `seed` selects a scene of the category in which products stand or lie. The embedded renderer generates the photo, regardless of `mode`; the arrangement of the scene varies by picture and `seed`. Cannot be combined with `background`. A style that is always pure white stays pure white. Default: determined by style and prompt; if the prompt matches a scene well, that scene. */
            scene?: string | null;
            aspect_ratio?: ("1:1" | "4:3" | "3:4" | "16:9" | "9:16" | (string & {})) | null;
            resolution?: ("1K" | "2K" | "4K" | (string & {})) | null;
            /** @description Position, size and rotation of the product in the frame. Default: determined by the style. In mode `edit`, the model determines layout, light, shadow, reflection and crop. */
            layout?: components["schemas"]["Layout"] | null;
            /** @description How the product is placed in the photo. `stand`: on its lowest points. `lie`: on its back, seen from above. `hang`: hanging, with the ground far below. `float`: slightly above the ground. Default: detected from the picture and returned as `stance`. */
            stance?: ("stand" | "lie" | "hang" | "float" | (string & {})) | null;
            /** @description Real size of the product: in a rendered scene it then has the right size beside the props. A size that does not fit the scene gets the note `size_misfit`. Default: unknown; the scene is framed so that its size does not matter. */
            product_size_cm?: components["schemas"]["ProductSize"] | null;
            /** @description Up to 3 names of `GET /api/v1/scenes/props`: small things that lie around the product on the ground of a rendered scene, arranged by `seed`. Needs a scene. Default: those that the prompt names and the scene lacks; `[]` for none. */
            props?: ("rose-petals" | "green-leaves" | "autumn-leaves" | "fir-twigs" | "pine-cones" | "cinnamon-sticks" | "coffee-beans" | "lemon-slices" | "ice-cubes" | "pebbles" | "sea-shells" | "wood-shavings" | "confetti" | "towel" | (string & {}))[] | null;
            /** @description Light of the photo. Default: determined by style and prompt. */
            light?: components["schemas"]["Light"] | null;
            /** @description Strength of the shadow, from 0 (none) to 1. Default: determined by the style. */
            shadow?: number | null;
            /** @description Strength of the reflection, from 0 (none) to 1. Default: determined by the style. */
            reflection?: number | null;
            /** @description Replaces the style's set. The embedded renderer generates such photos, regardless of `mode`. */
            background?: components["schemas"]["Background"] | null;
            /** @description Keeps only a part of the frame, at the full size of the photo. */
            crop?: components["schemas"]["Crop"] | null;
            /** @description `auto`: corrects the light and the camera of the picture: a color cast, measured on a neutral background, a dark exposure, a symmetric product that leans, noise of color and the blocks of a JPEG. Nothing is painted, and a picture that needs no correction gives the same photo as `off`. No effect in mode `edit`. Default: `off`. */
            correct?: ("auto" | "off" | (string & {})) | null;
            /** @description `glass`: the photo shows its own background through the product, with the color of the glass, and keeps highlights, edges, labels and caps from the picture. Take the picture in front of a plain, bright background. No effect in mode `edit`, nor where the service has less than 1.2 GB of memory. Default: the product stays as it is in the picture; glass then shows the background of the picture and gets the note `glass_background_kept`. */
            material?: "glass" | null;
            /** @description Size of the photo, instead of that of `aspect_ratio`: the name of a marketplace size, or width and height in pixels. The resolution limits the number of pixels: 1,075,200 at 1K, four times as many at 2K, sixteen times as many at 4K. */
            size?: components["schemas"]["Size"] | null;
            /** @description Format of the photo. Default: `jpeg`. */
            format?: ("jpeg" | "png" | "webp" | "avif" | (string & {})) | null;
        };
        Marketplace: {
            /**
             * @description Name for the `size` of a request and for checks.
             * @enum {string}
             */
            name: "amazon" | "ebay" | "etsy" | "shopify" | "instagram_square" | "instagram_portrait" | "instagram_story" | "pinterest" | (string & {});
            label: string;
            width: number;
            height: number;
            /**
             * @description Cheapest resolution with enough pixels.
             * @enum {string}
             */
            resolution: "1K" | "2K" | "4K" | (string & {});
            rules: components["schemas"]["MarketplaceRule"][];
            /** @description URL of the marketplace's own page on picture rules. */
            source: string;
            /** @description Date on which the rules were checked. */
            checked_on: string;
        };
        MarketplaceCheck: {
            /** @enum {string} */
            marketplace: "amazon" | "ebay" | "etsy" | "shopify" | "instagram_square" | "instagram_portrait" | "instagram_story" | "pinterest" | (string & {});
            /** @description Whether there are no findings with the severity `refused`. */
            passes: boolean;
            findings: components["schemas"]["MarketplaceFinding"][];
        };
        MarketplaceFinding: {
            /** @enum {string} */
            rule: "background" | "fill" | "longer_side" | "width" | "pixels" | "ratio" | "bytes" | "format" | "extras" | "whole_product" | (string & {});
            /**
             * @description `refused`: the marketplace rejects such a picture. `advised`: the marketplace accepts the picture but displays it less well.
             * @enum {string}
             */
            severity: "refused" | "advised" | (string & {});
            /** @description Human-readable description of the problem. */
            message: string;
            /** @description How to fix the problem. */
            fix: string;
            /** @description Value of the photo. */
            measured: number | string | null;
            /** @description Value that the rule requires. */
            limit: number | string | null;
        };
        MarketplaceList: {
            data: components["schemas"]["Marketplace"][];
        };
        MarketplaceRule: {
            /**
             * @description `fill`: longest extent of the product as a share of the frame. `ratio`: width divided by height. `extras`: what must not be added to the picture. `whole_product`: no part of the product may be missing.
             * @enum {string}
             */
            rule: "background" | "fill" | "longer_side" | "width" | "pixels" | "ratio" | "bytes" | "format" | "extras" | "whole_product" | (string & {});
            /**
             * @description `refused`: the marketplace rejects such a picture. `advised`: the marketplace accepts the picture but displays it less well.
             * @enum {string}
             */
            severity: "refused" | "advised" | (string & {});
            min: number | null;
            max: number | null;
            values: string[] | null;
            /** @description true: read on the marketplace's own page. false: taken from guides for sellers. */
            verified: boolean;
        };
        MaskRequest: {
            /** @description Delivery URL of a picture on the image host. */
            image_url: string;
            /** @description One of your uploads on the image host: a grayscale picture of the same size, white where the product is. */
            mask_url: string;
        };
        PhotoResult: {
            /** @description Permanent URL of the result on the image host. */
            result_url: string;
            /** @description Credits that this call consumed. */
            credits_used: number;
            credits_remaining: components["schemas"]["CreditsRemaining"];
            /** @description Only with `n` above 1: all photos, in the order of their seeds. The other fields are those of the first one that succeeded; `credits_used` is the sum. */
            results?: {
                id: string;
                /** @description Null unless the photo has succeeded. */
                result_url: string | null;
                seed: number;
                /** @enum {string} */
                status: "queued" | "running" | "succeeded" | "failed" | "canceled" | (string & {});
            }[];
        };
        PictureMask: {
            image_url: string;
            /** @description Whether you have saved a corrected mask for this picture. */
            corrected: boolean;
            /** @description URL of the corrected mask. */
            mask_url: string | null;
            /** @description Width of the upright picture in pixels. A mask must have exactly the same size. */
            width: number;
            height: number;
            /** @description Time at which the mask was saved. */
            updated_at: string | null;
        };
        PlanList: {
            /**
             * @description `off`: nothing is sold here; the operator gives credits.
             * @enum {string}
             */
            billing: "on" | "off" | (string & {});
            /** @description ISO 4217, lower case; null without billing. */
            currency: string | null;
            /** @description The plans for sale, from the smallest to the largest. */
            plans: {
                /** @enum {string} */
                tier: "starter" | "pro" | "max" | "ultra" | (string & {});
                name: string;
                monthly_credits: number;
                /** @description In cents of `currency`. */
                price_cents: number;
            }[];
            /** @description Credits that are bought once and never expire. */
            top_ups: {
                credits: number;
                /** @description In cents of `currency`. */
                price_cents: number;
            }[];
            /** @description What work costs, in credits. */
            prices: {
                /** @description A photo, by style and resolution. */
                generate: {
                    /** @enum {string} */
                    style: "studio" | "amazon" | "luxury" | "lifestyle" | (string & {});
                    /** @enum {string} */
                    resolution: "1K" | "2K" | "4K" | (string & {});
                    credits: number;
                }[];
                /** @description A cut-out, whatever its size. */
                remove_bg: number;
            };
        };
        Preview: {
            /** @description The preview as a `data:` URL of a JPEG. */
            image: string;
            /** @description Width of the preview in pixels. */
            width: number;
            height: number;
            /** @description Bounding box of the product in the preview, in pixels. Null if the product is outside the frame. */
            bounding_box: {
                left: number;
                top: number;
                width: number;
                height: number;
            } | null;
            /** @description Parts of the prompt that the studio understands, in order: `kind`, a `value` of [Prompts](/docs/prompts) (prefixed with `no_` if the prompt rules it out), and `text`, the words of the prompt. For a rendered scene, `value` is its id, or that of a prop, and `text` the words that it matches. Null without a prompt, and if a model paints the scene. */
            prompt_understood: {
                /** @enum {string} */
                kind: "surface" | "place" | "color" | "light" | "shadow" | "reflection" | "season" | "mood" | "space" | (string & {});
                value: string;
                text: string;
            }[] | null;
            /** @description Words of the prompt that the studio ignores. Null whenever `prompt_understood` is null. */
            prompt_ignored: string[] | null;
            /** @description Id of the rendered scene of the photo; null without one. */
            scene: string | null;
            /** @description Rendered scenes that match the prompt, best match first, at most four. If nothing of the prompt is understood, other scenes that suit the style follow. */
            scene_suggestions: components["schemas"]["SceneSuggestion"][];
            /** @description How the product is placed in the photo: as requested, or otherwise as detected in its picture. If not requested, null until the photo is generated, in an estimate that did not judge the picture, and if a model painted the whole photo. */
            stance: ("stand" | "lie" | "hang" | "float" | (string & {})) | null;
            /** @description Notes on a photo and its picture, for the ordered size. In the `box`: `unsure_parts`, product may be missing; `ground_remains`, old ground may be left; `unsure_stance`, a base that does not show whether it stands, lies, hangs or floats; `text_unreadable`, in previews and estimates, blurred text; `glass_background_kept`, glass that shows the picture's background, without `material`. `cut_by_frame`: the frame of the picture or photo cuts the product off. `small_source`, `scene_enlarged`: product or scene had to be enlarged. `color_cast`, `too_dark`, `tilted`, `noisy`, `blurred`: faults of the picture; `correct` corrects the first three, colored noise and blocks. `size_misfit`: the product's size does not fit the scene. `view_mismatch`: the scene is seen from above, the product obliquely. `props_left_out`, not in estimates: no room for some `props`. `person_or_hand`: perhaps a hand. Empty until the photo is generated. */
            notes: {
                /** @enum {string} */
                code: "unsure_parts" | "ground_remains" | "unsure_stance" | "cut_by_frame" | "small_source" | "color_cast" | "too_dark" | "tilted" | "noisy" | "blurred" | "text_unreadable" | "scene_enlarged" | "person_or_hand" | "size_misfit" | "view_mismatch" | "props_left_out" | "glass_background_kept" | (string & {});
                message: string;
                /** @description Whether `correct` removed the fault. Present for `color_cast`, `too_dark` and `tilted`. */
                corrected?: boolean;
                /** @description Affected area of the result, in pixels. */
                box?: {
                    left: number;
                    top: number;
                    width: number;
                    height: number;
                };
            }[];
        };
        Product: {
            /** @description `metadata.sku`, or the URL of the source picture if there is none. */
            product: string;
            sku: string | null;
            /** @description Name of the newest generation. */
            name: string | null;
            /** @description Number of matching generations. */
            count: number;
            /** @description The newest matching generations; `GET /api/v1/generations` with `product` lists all. */
            generations: components["schemas"]["Generation"][];
        };
        ProductList: {
            /** @description Products with the newest work first, out of the newest 10,000 generations. */
            data: components["schemas"]["Product"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        ProductSize: {
            /** @description Height of the product in centimeters, as its picture shows it. */
            height?: number | null;
            /** @description Width of the product in centimeters, instead of its height. */
            width?: number | null;
        };
        Prop: {
            /**
             * @description Name for `props` of a photo.
             * @enum {string}
             */
            id: "rose-petals" | "green-leaves" | "autumn-leaves" | "fir-twigs" | "pine-cones" | "cinnamon-sticks" | "coffee-beans" | "lemon-slices" | "ice-cubes" | "pebbles" | "sea-shells" | "wood-shavings" | "confetti" | "towel" | (string & {});
            /** @description Name in the language of `Accept-Language`: English or German. */
            name: string;
        };
        PropList: {
            /** @description In a fixed order. */
            data: components["schemas"]["Prop"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        Reviewed: {
            /** @description Ids of the results that now have this review. */
            reviewed: string[];
        };
        ReviewRequest: {
            /** @description 1 to 1000 ids of generations. */
            ids: string[];
            /** @description Review of all these results; null removes it. */
            review: ("approved" | "rejected" | (string & {})) | null;
        };
        Scene: {
            id: string;
            /** @description Name in the language of `Accept-Language`: English or German. */
            name: string;
            /** @enum {string} */
            category: "beauty" | "food" | "fashion" | "jewelry" | "home" | "toys" | "tech" | "outdoor" | "seasonal" | "minimal" | (string & {});
            /** @description Contents of the scene, in the same language. */
            tags: string[];
            /** @description URL of a picture of a neutral product in the scene, 384 × 384 pixels, WebP. */
            preview_url: string;
            /** @description Camera heights that the scene has views from: `flat` is vertically from above, `front` faces a wall on which the product hangs. */
            pitches: ("low" | "middle" | "high" | "flat" | "front" | (string & {}))[];
            /** @description Lengths in centimeters of products that have their real size here (`product_size_cm`), on their longer side. */
            product_cm: {
                from: number;
                to: number;
            };
            /** @description Whether the scene is for products photographed lying, from above. */
            flat_lay: boolean;
            /** @description Seasons that the scene fits: `spring`, `summer`, `autumn`, `winter`, `all`, or an occasion (`christmas`). */
            seasons: string[];
        };
        SceneList: {
            /** @description By category and name; with `q`, best match first. */
            data: components["schemas"]["Scene"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        SceneSuggestion: {
            id: string;
            /** @description How much of the prompt the scene matches; 0 means that it only suits the style. */
            score: number;
            /** @description URL of a picture of a neutral product in the scene, 384 × 384 pixels, WebP. */
            preview_url: string;
        };
        ShownLookSettings: {
            /** @enum {string} */
            style?: "studio" | "amazon" | "luxury" | "lifestyle" | (string & {});
            prompt?: string;
            /** @enum {string} */
            mode?: "studio" | "scene" | "edit" | (string & {});
            scene?: string;
            /** @enum {string} */
            aspect_ratio?: "1:1" | "4:3" | "3:4" | "16:9" | "9:16" | (string & {});
            /** @enum {string} */
            resolution?: "1K" | "2K" | "4K" | (string & {});
            layout?: {
                x?: number;
                y?: number;
                scale?: number;
                rotation_deg?: number;
            };
            /** @enum {string} */
            stance?: "stand" | "lie" | "hang" | "float" | (string & {});
            product_size_cm?: {
                height?: number;
                width?: number;
            };
            props?: ("rose-petals" | "green-leaves" | "autumn-leaves" | "fir-twigs" | "pine-cones" | "cinnamon-sticks" | "coffee-beans" | "lemon-slices" | "ice-cubes" | "pebbles" | "sea-shells" | "wood-shavings" | "confetti" | "towel" | (string & {}))[];
            light?: {
                azimuth_deg?: number;
                elevation_deg?: number;
                warmth?: number;
                exposure?: number;
                relight?: boolean;
            };
            shadow?: number;
            reflection?: number;
            background?: {
                color?: string;
                image_url?: string;
                /** @enum {string} */
                role?: "backdrop" | "surface" | (string & {});
                horizon?: number;
            };
            crop?: {
                x?: number;
                y?: number;
                zoom: number;
            };
            /** @enum {string} */
            correct?: "auto" | "off" | (string & {});
            /** @enum {string} */
            material?: "glass";
            size?: ("amazon" | "ebay" | "etsy" | "shopify" | "instagram_square" | "instagram_portrait" | "instagram_story" | "pinterest" | (string & {})) | {
                width: number;
                height: number;
            };
            /** @enum {string} */
            format?: "jpeg" | "png" | "webp" | "avif" | (string & {});
        };
        SignedUpload: {
            /** @description Signature to send to the image host. */
            signature: string;
            /** @description Unix time in seconds, to send to the image host. */
            timestamp: number;
            /** @description Key identifier of the image host, to send with the upload. */
            api_key: string;
            /** @description Account name on the image host; part of the upload address. */
            cloud_name: string;
            /** @description Destination folder: `inputs/` followed by an identifier of the caller. */
            folder: string;
            /** @description URL for the multipart POST with the file. */
            upload_url: string;
        };
        Size: ("amazon" | "ebay" | "etsy" | "shopify" | "instagram_square" | "instagram_portrait" | "instagram_story" | "pinterest" | (string & {})) | {
            width: number;
            height: number;
        };
        SubscriptionUpdatedEvent: {
            /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "subscription.updated";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["CreditBalance"];
        };
        TestPingEvent: {
            /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "test.ping";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: {
                endpoint_id: string;
            };
        };
        UploadResult: {
            /** @description Delivery URL of the uploaded image. */
            image_url: string;
        };
        WebhookAttempt: {
            /** Format: date-time */
            at: string;
            /** @description Status of the response; null if there was none. */
            status_code: number | null;
            /** @description Duration in milliseconds. */
            ms: number;
            /** @description Why the attempt failed; null if it succeeded. */
            error: string | null;
        };
        WebhookDelivery: {
            id: string;
            /** @description Type of the event. */
            event: string;
            /** @description Id of the event; also in the header `webhook-id`. */
            event_id: string;
            /** @description Id of the generation, batch, key or endpoint that the event is about; null: the account. */
            object_id: string | null;
            /** @description URL of the endpoint, or the `webhook_url` of the work. */
            url: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed" | (string & {});
            /** @description Oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description Null if the delivery has ended, and while it is held. */
            next_attempt_at: string | null;
            /** @description Why the delivery has no scheduled attempt: the endpoint must first respond to a test ping with 2xx, or be enabled. */
            held_because: ("endpoint_unverified" | "endpoint_paused" | (string & {})) | null;
            /** Format: date-time */
            created_at: string;
        };
        WebhookDeliveryList: {
            /** @description Newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        WebhookDeliveryWithPayload: {
            id: string;
            /** @description Type of the event. */
            event: string;
            /** @description Id of the event; also in the header `webhook-id`. */
            event_id: string;
            /** @description Id of the generation, batch, key or endpoint that the event is about; null: the account. */
            object_id: string | null;
            /** @description URL of the endpoint, or the `webhook_url` of the work. */
            url: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed" | (string & {});
            /** @description Oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description Null if the delivery has ended, and while it is held. */
            next_attempt_at: string | null;
            /** @description Why the delivery has no scheduled attempt: the endpoint must first respond to a test ping with 2xx, or be enabled. */
            held_because: ("endpoint_unverified" | "endpoint_paused" | (string & {})) | null;
            /** Format: date-time */
            created_at: string;
            /** @description The request body. */
            payload: {
                /** @description Id of the event, the same in every attempt; also in the header `webhook-id`. */
                id: string;
                type: string;
                /**
                 * Format: date-time
                 * @description When the event occurred.
                 */
                timestamp: string;
                /** @description The object as the API returned it when the event occurred. */
                data: {
                    [key: string]: unknown;
                };
            };
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            events: string[];
            /**
             * @description Nothing is sent to a paused endpoint; pending deliveries are sent when it is enabled again.
             * @enum {string}
             */
            status: "enabled" | "paused" | (string & {});
            description: string | null;
            /** @description Whether an event is sent for each reused result of a batch (`reuse`); otherwise only `batch.completed` is sent. */
            reused_items: boolean;
            /** @description When the URL first responded with 2xx. Until then the endpoint receives only `test.ping`, and events are held. */
            verified_at: string | null;
            /** @description False for objects of test mode. */
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
        };
        WebhookEndpointChange: {
            url?: string | null;
            events?: ("generation.succeeded" | "generation.failed" | "generation.canceled" | "batch.completed" | "credits.low" | "key.budget_reached" | "subscription.updated" | "*" | (string & {}))[] | null;
            status?: ("enabled" | "paused" | (string & {})) | null;
            /** @description A description of your choice. */
            description?: string | null;
            reused_items?: boolean | null;
        };
        WebhookEndpointList: {
            /** @description Newest first. */
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        WebhookEndpointRequest: {
            /** @description Public URL that receives the POST requests: http or https on port 80 or 443. */
            url: string;
            /** @description Event types to send; `*` for all types. */
            events: ("generation.succeeded" | "generation.failed" | "generation.canceled" | "batch.completed" | "credits.low" | "key.budget_reached" | "subscription.updated" | "*" | (string & {}))[];
            /** @description A description of your choice. */
            description?: string | null;
            reused_items?: boolean | null;
        };
        WebhookEndpointWithSecret: {
            id: string;
            url: string;
            events: string[];
            /**
             * @description Nothing is sent to a paused endpoint; pending deliveries are sent when it is enabled again.
             * @enum {string}
             */
            status: "enabled" | "paused" | (string & {});
            description: string | null;
            /** @description Whether an event is sent for each reused result of a batch (`reuse`); otherwise only `batch.completed` is sent. */
            reused_items: boolean;
            /** @description When the URL first responded with 2xx. Until then the endpoint receives only `test.ping`, and events are held. */
            verified_at: string | null;
            /** @description Secret that signs the deliveries: `whsec_…`. Store it safely; it is not shown again. */
            secret: string;
            /** @description False for objects of test mode. */
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
        };
        WebhookReplay: {
            /** @description Number of events that are sent again. */
            events: number;
        };
        WebhookReplayRequest: {
            /**
             * Format: date-time
             * @description Only events from this time on, inclusive.
             */
            since: string;
            /** @description Only events of these types, including types that the endpoint does not subscribe to. Default: the types that it subscribes to. */
            types?: ("generation.succeeded" | "generation.failed" | "generation.canceled" | "batch.completed" | "credits.low" | "key.budget_reached" | "subscription.updated" | (string & {}))[] | null;
        };
        WorkResult: {
            /** @description Permanent URL of the result on the image host. */
            result_url: string;
            /** @description Credits that this call consumed. */
            credits_used: number;
            credits_remaining: components["schemas"]["CreditsRemaining"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies this request in the log. */
        "X-Request-Id": string;
        /** @description Remaining requests: `"default";r=99;t=1`. */
        RateLimit: string;
        /** @description The quota: `"default";q=100;w=60`. */
        "RateLimit-Policy": string;
        /** @description Requests per minute. */
        "X-RateLimit-Limit": string;
        /** @description Remaining requests, as in RateLimit. */
        "X-RateLimit-Remaining": string;
        /** @description Unix time at which all are available again. */
        "X-RateLimit-Reset": string;
        /** @description Id of an earlier photo of yours with the same bytes; `reuse` would have returned it uncharged. */
        "X-Same-As": string;
        /** @description Id of the work, with which its result can be read later. */
        "X-Generation-Id": string;
        /** @description Credits that this call consumed. */
        "X-Credits-Charged": string;
        /** @description How much of the prompt the studio ignored: `all` or `part`; absent if nothing. */
        "X-Prompt-Ignored": "all" | "part" | (string & {});
        /** @description `true` if this is the stored response of an earlier call. */
        "Idempotency-Replayed": string;
        /** @description The required authentication: `Bearer realm="…"`, with `error="invalid_token"` if a key was sent. */
        "WWW-Authenticate": string;
        /** @description URL at which the work can be read. */
        Location: string;
        /** @description The preferences that were applied, such as `respond-async, wait=10`. */
        "Preference-Applied": string;
        /** @description Tag of the body. Sent as `If-None-Match`, it returns 304 without a body if the body is unchanged. */
        ETag: string;
        /** @description Unknown fields of the body, which were ignored; absent if there are none. */
        "X-Unknown-Fields": string;
        /** @description URL of the picture that came with the call, among your uploads. */
        "X-Image-Url": string;
        /** @description URL of the result, if the response is the picture itself. */
        "X-Result-Url": string;
        /** @description Credits left in total, if the response is the picture itself. */
        "X-Credits-Remaining": string;
        /** @description Seconds to wait before the next request. */
        "Retry-After": string;
    };
    pathItems: never;
}
export type AcceptedPhoto = components['schemas']['AcceptedPhoto'];
export type AccountEvent = components['schemas']['AccountEvent'];
export type AccountEventList = components['schemas']['AccountEventList'];
export type ApiErrorBody = components['schemas']['ApiErrorBody'];
export type ApiErrorDetail = components['schemas']['ApiErrorDetail'];
export type ApiErrorIssue = components['schemas']['ApiErrorIssue'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyChange = components['schemas']['ApiKeyChange'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyRequest = components['schemas']['ApiKeyRequest'];
export type ApiKeyRotation = components['schemas']['ApiKeyRotation'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];
export type ArchiveRequest = components['schemas']['ArchiveRequest'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type AuditEventList = components['schemas']['AuditEventList'];
export type Background = components['schemas']['Background'];
export type BackgroundRemovalRequest = components['schemas']['BackgroundRemovalRequest'];
export type Batch = components['schemas']['Batch'];
export type BatchCompletedEvent = components['schemas']['BatchCompletedEvent'];
export type BatchItemList = components['schemas']['BatchItemList'];
export type BatchList = components['schemas']['BatchList'];
export type BatchRequest = components['schemas']['BatchRequest'];
export type CreditBalance = components['schemas']['CreditBalance'];
export type CreditsLowEvent = components['schemas']['CreditsLowEvent'];
export type CreditsRemaining = components['schemas']['CreditsRemaining'];
export type Crop = components['schemas']['Crop'];
export type CutoutBackground = components['schemas']['CutoutBackground'];
export type DeletedApiKey = components['schemas']['DeletedApiKey'];
export type DeletedGeneration = components['schemas']['DeletedGeneration'];
export type DeletedLook = components['schemas']['DeletedLook'];
export type DeletedWebhookEndpoint = components['schemas']['DeletedWebhookEndpoint'];
export type Deletion = components['schemas']['Deletion'];
export type DeletionRequest = components['schemas']['DeletionRequest'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type Estimate = components['schemas']['Estimate'];
export type EstimateRequest = components['schemas']['EstimateRequest'];
export type Generation = components['schemas']['Generation'];
export type GenerationCanceledEvent = components['schemas']['GenerationCanceledEvent'];
export type GenerationChange = components['schemas']['GenerationChange'];
export type GenerationFailedEvent = components['schemas']['GenerationFailedEvent'];
export type GenerationList = components['schemas']['GenerationList'];
export type GenerationRequest = components['schemas']['GenerationRequest'];
export type GenerationSucceededEvent = components['schemas']['GenerationSucceededEvent'];
export type KeyBudgetReachedEvent = components['schemas']['KeyBudget_reachedEvent'];
export type Layout = components['schemas']['Layout'];
export type Light = components['schemas']['Light'];
export type Look = components['schemas']['Look'];
export type LookChange = components['schemas']['LookChange'];
export type LookList = components['schemas']['LookList'];
export type LookRequest = components['schemas']['LookRequest'];
export type LookSettings = components['schemas']['LookSettings'];
export type Marketplace = components['schemas']['Marketplace'];
export type MarketplaceCheck = components['schemas']['MarketplaceCheck'];
export type MarketplaceFinding = components['schemas']['MarketplaceFinding'];
export type MarketplaceList = components['schemas']['MarketplaceList'];
export type MarketplaceRule = components['schemas']['MarketplaceRule'];
export type MaskRequest = components['schemas']['MaskRequest'];
export type PhotoResult = components['schemas']['PhotoResult'];
export type PictureMask = components['schemas']['PictureMask'];
export type PlanList = components['schemas']['PlanList'];
export type Preview = components['schemas']['Preview'];
export type Product = components['schemas']['Product'];
export type ProductList = components['schemas']['ProductList'];
export type ProductSize = components['schemas']['ProductSize'];
export type Prop = components['schemas']['Prop'];
export type PropList = components['schemas']['PropList'];
export type Reviewed = components['schemas']['Reviewed'];
export type ReviewRequest = components['schemas']['ReviewRequest'];
export type Scene = components['schemas']['Scene'];
export type SceneList = components['schemas']['SceneList'];
export type SceneSuggestion = components['schemas']['SceneSuggestion'];
export type ShownLookSettings = components['schemas']['ShownLookSettings'];
export type SignedUpload = components['schemas']['SignedUpload'];
export type Size = components['schemas']['Size'];
export type SubscriptionUpdatedEvent = components['schemas']['SubscriptionUpdatedEvent'];
export type TestPingEvent = components['schemas']['TestPingEvent'];
export type UploadResult = components['schemas']['UploadResult'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookDeliveryWithPayload = components['schemas']['WebhookDeliveryWithPayload'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointChange = components['schemas']['WebhookEndpointChange'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookEndpointRequest = components['schemas']['WebhookEndpointRequest'];
export type WebhookEndpointWithSecret = components['schemas']['WebhookEndpointWithSecret'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type WebhookReplayRequest = components['schemas']['WebhookReplayRequest'];
export type WorkResult = components['schemas']['WorkResult'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderXRateLimitLimit = components['headers']['X-RateLimit-Limit'];
export type HeaderXRateLimitRemaining = components['headers']['X-RateLimit-Remaining'];
export type HeaderXRateLimitReset = components['headers']['X-RateLimit-Reset'];
export type HeaderXSameAs = components['headers']['X-Same-As'];
export type HeaderXGenerationId = components['headers']['X-Generation-Id'];
export type HeaderXCreditsCharged = components['headers']['X-Credits-Charged'];
export type HeaderXPromptIgnored = components['headers']['X-Prompt-Ignored'];
export type HeaderIdempotencyReplayed = components['headers']['Idempotency-Replayed'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderPreferenceApplied = components['headers']['Preference-Applied'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderXUnknownFields = components['headers']['X-Unknown-Fields'];
export type HeaderXImageUrl = components['headers']['X-Image-Url'];
export type HeaderXResultUrl = components['headers']['X-Result-Url'];
export type HeaderXCreditsRemaining = components['headers']['X-Credits-Remaining'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type $defs = Record<string, never>;
export interface operations {
    signUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUpload"];
                };
            };
        };
    };
    upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe. For 24 hours, the same key with the same body returns the response of the first call, with `Idempotency-Replayed: true`; rejected requests (4xx) are not stored, `generation_failed` is. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The picture, up to 4.5 MiB.
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResult"];
                };
            };
        };
    };
    generate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe. For 24 hours, the same key with the same body returns the response of the first call, with `Idempotency-Replayed: true`; rejected requests (4xx) are not stored, `generation_failed` is. */
                "Idempotency-Key"?: string;
                /** @description RFC 7240; separate several preferences with commas. `respond-async`: do not wait; the response is 202 with the queued work. With `wait=N` the call waits N seconds, at most until its time limit, and returns the result if it is finished by then. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Or `multipart/form-data`: the picture as `image_file`, and the other fields beside it or as JSON in `request`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerationRequest"];
            };
        };
        responses: {
            /** @description Success. With an image type in `Accept` (image/jpeg, image/png, image/webp, image/avif) the body is the picture itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoResult"];
                };
            };
            /** @description Accepted, with `Prefer: respond-async`: the queued work. Poll it at `Location`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedPhoto"];
                };
            };
        };
    };
    removeBg: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe. For 24 hours, the same key with the same body returns the response of the first call, with `Idempotency-Replayed: true`; rejected requests (4xx) are not stored, `generation_failed` is. */
                "Idempotency-Key"?: string;
                /** @description RFC 7240; separate several preferences with commas. `respond-async`: do not wait; the response is 202 with the queued work. With `wait=N` the call waits N seconds, at most until its time limit, and returns the result if it is finished by then. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Or `multipart/form-data`: the picture as `image_file`, and the other fields beside it or as JSON in `request`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BackgroundRemovalRequest"];
            };
        };
        responses: {
            /** @description Success. With an image type in `Accept` (image/jpeg, image/png, image/webp, image/avif) the body is the picture itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkResult"];
                };
            };
            /** @description Accepted, with `Prefer: respond-async`: the queued work. Poll it at `Location`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
        };
    };
    credits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditBalance"];
                };
            };
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanList"];
                };
            };
        };
    };
    listGenerations: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
                /** @description Only objects created after this time. */
                created_after?: string;
                /** @description Only objects created before this time. */
                created_before?: string;
                /** @description Only work of this batch. */
                batch_id?: string;
                /** @description Only work ordered with this API key. */
                key_id?: string;
                /** @description Only work with this `custom_id`. */
                custom_id?: string;
                /** @description `metadata[NAME]=VALUE`: only work with exactly this pair, or with all pairs if there are several. With more than 1,000 matches, pages behave as with `search`. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Only photos, or only cut-outs. */
                operation?: "generate" | "remove_bg" | (string & {});
                /** @description Only photos of this style. */
                style?: "studio" | "amazon" | "luxury" | "lifestyle" | (string & {});
                /** @description Only photos in this rendered scene: an id of `GET /api/v1/scenes`. */
                scene?: string;
                /** @description Only work with this status; `open` means queued or running. */
                status?: "queued" | "running" | "succeeded" | "failed" | "canceled" | "open" | (string & {});
                /** @description Only work with this review; `none` means not reviewed yet. */
                review?: "approved" | "rejected" | "none" | (string & {});
                /** @description Only work ordered with this Idempotency-Key. */
                idempotency_key?: string;
                /** @description Only work with all of these words, case-insensitive: in its title, prompt, scene, `custom_id`, `source_name`, a metadata value or the title of its order, or as its day: `yesterday`, `last week`, `27 nov`, in English or German. Without a match, work with similar words (one or two typing errors). Each page searches up to 10,000 generations or 6 MB of text and may have fewer entries than `limit`, or none: continue with `next_cursor`. */
                search?: string;
                /** @description Time zone of the days that `search` names. Default: UTC. */
                time_zone?: string;
                /** @description Only work of this product: its `metadata.sku`, or the URL of its source picture if it has none. */
                product?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationList"];
                };
            };
        };
    };
    getGeneration: {
        parameters: {
            query?: {
                /** @description Maximum seconds to wait for the work to finish, 0 to 30. Default: 0. */
                wait?: number;
            };
            header?: {
                /** @description `ETag` of an earlier response: if the body is unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
        };
    };
    deleteGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedGeneration"];
                };
            };
        };
    };
    changeGeneration: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerationChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
        };
    };
    cancelGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
        };
    };
    preview: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Or `multipart/form-data`: the picture as `image_file`, and the other fields beside it or as JSON in `request`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
        };
    };
    listScenes: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
                /** @description Only scenes of this category. */
                category?: "beauty" | "food" | "fashion" | "jewelry" | "home" | "toys" | "tech" | "outdoor" | "seasonal" | "minimal" | (string & {});
                /** @description Only scenes that suit this style; none for a style that is always pure white. */
                style?: "studio" | "amazon" | "luxury" | "lifestyle" | (string & {});
                /** @description Only scenes for products of this size: `small` up to 10 cm, `medium` up to 45 cm, `large` above. */
                size?: "small" | "medium" | "large" | (string & {});
                /** @description Only scenes that match these words, as used in a prompt: objects, places, seasons, light. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SceneList"];
                };
            };
        };
    };
    listProps: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PropList"];
                };
            };
        };
    };
    scenePreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": Blob;
                };
            };
        };
    };
    getMask: {
        parameters: {
            query: {
                /** @description Delivery URL of a picture on the image host. */
                image_url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PictureMask"];
                };
            };
        };
    };
    keepMask: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaskRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PictureMask"];
                };
            };
        };
    };
    forgetMask: {
        parameters: {
            query: {
                /** @description Delivery URL of a picture on the image host. */
                image_url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PictureMask"];
                };
            };
        };
    };
    maskFile: {
        parameters: {
            query: {
                /** @description Delivery URL of a picture on the image host. */
                image_url: string;
                /** @description `kept`: your corrected mask. `found`: the mask that the service detects. */
                source: "kept" | "found" | (string & {});
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
        };
    };
    downloadGeneration: {
        parameters: {
            query?: {
                /** @description Converts pictures in another format to this format; with `jpeg`, transparent areas become white. */
                format?: "jpeg" | "png" | "webp" | "avif" | (string & {});
                /** @description Maximum width in pixels; a narrower picture keeps its size. */
                width?: number;
                /** @description Resolution noted in the file, for printing; the pixels stay the same. */
                dpi?: number;
            };
            header?: {
                /** @description `ETag` of an earlier response: if the body is unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": Blob;
                };
            };
        };
    };
    createArchive: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArchiveRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
        };
    };
    reviewGenerations: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reviewed"];
                };
            };
        };
    };
    deleteGenerations: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
                /** @description Only objects created after this time. */
                created_after?: string;
                /** @description Only objects created before this time. */
                created_before?: string;
                /** @description Only work of this batch. */
                batch_id?: string;
                /** @description Only work ordered with this API key. */
                key_id?: string;
                /** @description Only work with this `custom_id`. */
                custom_id?: string;
                /** @description `metadata[NAME]=VALUE`: only work with exactly this pair, or with all pairs if there are several. With more than 1,000 matches, pages behave as with `search`. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Only photos, or only cut-outs. */
                operation?: "generate" | "remove_bg" | (string & {});
                /** @description Only photos of this style. */
                style?: "studio" | "amazon" | "luxury" | "lifestyle" | (string & {});
                /** @description Only photos in this rendered scene: an id of `GET /api/v1/scenes`. */
                scene?: string;
                /** @description Only work with this status; `open` means queued or running. */
                status?: "queued" | "running" | "succeeded" | "failed" | "canceled" | "open" | (string & {});
                /** @description Only work with this review; `none` means not reviewed yet. */
                review?: "approved" | "rejected" | "none" | (string & {});
                /** @description Only work with all of these words, case-insensitive: in its title, prompt, scene, `custom_id`, `source_name`, a metadata value or the title of its order, or as its day: `yesterday`, `last week`, `27 nov`, in English or German. Without a match, work with similar words (one or two typing errors). Each page searches up to 10,000 generations or 6 MB of text and may have fewer entries than `limit`, or none: continue with `next_cursor`. */
                search?: string;
                /** @description Time zone of the days that `search` names. Default: UTC. */
                time_zone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
        };
    };
    estimate: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Or `multipart/form-data`: the picture as `image_file`, and the other fields beside it or as JSON in `request`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EstimateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Estimate"];
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
                /** @description Only batches with this status. */
                status?: "queued" | "running" | "completed" | "canceled" | (string & {});
                /** @description Only objects created after this time. */
                created_after?: string;
                /** @description Only objects created before this time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchList"];
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe. For 24 hours, the same key with the same body returns the response of the first call, with `Idempotency-Replayed: true`; rejected requests (4xx) are not stored, `generation_failed` is. */
                "Idempotency-Key"?: string;
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Or `multipart/form-data`: the picture as `image_file`, and the other fields beside it or as JSON in `request`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description Maximum seconds to wait for the work to finish, 0 to 30. Default: 0. */
                wait?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    listBatchItems: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
                /** @description Only work with this status; `open` means queued or running. */
                status?: "queued" | "running" | "succeeded" | "failed" | "canceled" | "open" | (string & {});
                /** @description Only work with this review; `none` means not reviewed yet. */
                review?: "approved" | "rejected" | "none" | (string & {});
                /** @description Only objects created after this time. */
                created_after?: string;
                /** @description Only objects created before this time. */
                created_before?: string;
                /** @description Only work with this `custom_id`. */
                custom_id?: string;
                /** @description `metadata[NAME]=VALUE`: only work with exactly this pair, or with all pairs if there are several. With more than 1,000 matches, pages behave as with `search`. */
                metadata?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchItemList"];
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    retryBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    batchArchive: {
        parameters: {
            query?: {
                /** @description Converts pictures in another format to this format; with `jpeg`, transparent areas become white. */
                format?: "jpeg" | "png" | "webp" | "avif" | (string & {});
                /** @description `product`: files are named after title, scene or style, and size, such as `blue-mug_moss-forest_2k.jpg`. Default: `custom_id`. */
                names?: "custom_id" | "product" | (string & {});
                /** @description `corrected`: a photo that was generated again after a correction of its cut-out replaces the first photo. Default: `ordered`. */
                photos?: "ordered" | "corrected" | (string & {});
                /** @description Only results with this review; `none` means not reviewed yet. With `approved`, an approved remake (`remake_of`) replaces its photo. If `review` is set, `photos` is ignored. */
                review?: "approved" | "rejected" | "none" | (string & {});
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
        };
    };
    batchResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": Blob;
                };
            };
        };
    };
    listLooks: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookList"];
                };
            };
        };
    };
    createLook: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Look"];
                };
            };
        };
    };
    getLook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Look"];
                };
            };
        };
    };
    deleteLook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedLook"];
                };
            };
        };
    };
    updateLook: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Look"];
                };
            };
        };
    };
    listMarketplaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceList"];
                };
            };
        };
    };
    checkGeneration: {
        parameters: {
            query: {
                /** @description Marketplace whose rules are checked. */
                marketplace: "amazon" | "ebay" | "etsy" | "shopify" | "instagram_square" | "instagram_portrait" | "instagram_story" | "pinterest" | (string & {});
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceCheck"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
                /** @description Only events of this actor: an id, or a type (user, key, operator, system). */
                actor?: string;
                /** @description Only events with this action. */
                action?: "account.created" | "account.changed" | "account.secured" | "account.suspended" | "account.resumed" | "account.export_requested" | "account.export_downloaded" | "account.deleted" | "operator.added" | "operator.removed" | "support.asked" | "support.accepted" | "support.opened" | "support.ended" | "session.created" | "session.failed" | "session.ended" | "password.changed" | "two_factor.enabled" | "two_factor.disabled" | "two_factor.codes_renewed" | "sign_in_provider.added" | "key.created" | "key.changed" | "key.rotated" | "key.deleted" | "plan.changed" | "credits.granted" | "work.retried" | "work.refunded" | "work.deleted" | "look.deleted" | "webhook_endpoint.created" | "webhook_endpoint.changed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.deleted" | "webhook_delivery.resent" | "mail.resent" | (string & {});
                /** @description Only objects created after this time. */
                created_after?: string;
                /** @description Only objects created before this time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventList"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhookEndpoint"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
                /** @description Only deliveries with this status. */
                status?: "pending" | "succeeded" | "failed" | (string & {});
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithPayload"];
                };
            };
        };
    };
    replayWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplayRequest"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
                /** @description Only events of this type. */
                type?: "generation.succeeded" | "generation.failed" | "generation.canceled" | "batch.completed" | "credits.low" | "key.budget_reached" | "subscription.updated" | "test.ping" | (string & {});
                /** @description Only events about this object. */
                object_id?: string;
                /** @description Only objects created after this time. */
                created_after?: string;
                /** @description Only objects created before this time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountEventList"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountEvent"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page, 1 to 100. Default: 20. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedApiKey"];
                };
            };
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240; separate several preferences with commas. `handling=strict`: reject unknown fields of the body instead of ignoring them. */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
        };
    };
}
/** What is sent to webhook endpoints. */
export type WebhookEvent = components["schemas"]["GenerationSucceededEvent"] | components["schemas"]["GenerationFailedEvent"] | components["schemas"]["GenerationCanceledEvent"] | components["schemas"]["BatchCompletedEvent"] | components["schemas"]["CreditsLowEvent"] | components["schemas"]["KeyBudget_reachedEvent"] | components["schemas"]["SubscriptionUpdatedEvent"] | components["schemas"]["TestPingEvent"];
