// Written by make openapi from gateway/openapi.json. Do not edit.

export interface paths {
    "/api/account-data/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: unknown;
                            exportedAt: string;
                            part: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account-data/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: unknown;
                            exportedAt: string;
                            part: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account-data/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: unknown;
                            exportedAt: string;
                            part: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account-data/drive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: unknown;
                            exportedAt: string;
                            part: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account-data/partner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: unknown;
                            exportedAt: string;
                            part: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account-data/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: unknown;
                            exportedAt: string;
                            part: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account-data/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: unknown;
                            exportedAt: string;
                            part: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account-data/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: unknown;
                            exportedAt: string;
                            part: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account-deletions/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    code: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            finishedAt: string | null;
                            parts: {
                                erased: {
                                    count: number;
                                    /** @enum {string} */
                                    kind: "profile" | "profile_photo" | "session" | "api_key" | "plan" | "stripe_customer" | "checkout_or_change" | "payment_kept_without_name" | "calendar_entry" | "configuration" | "regeneration" | "usage_record" | "video_file" | "video_request" | "branding" | "drive_folder" | "drive_video" | "upload_record" | "own_drive_access" | "video_left_in_own_drive" | "connection" | "post" | "video_to_post" | "user_record" | "page_view_kept_without_name" | "counted_payment_or_video_kept_without_name" | "uploaded_video" | "api_post" | "idempotency_key" | "other_record";
                                    text: string;
                                }[];
                                finishedAt: string | null;
                                service: string;
                            }[];
                            requestedAt: string;
                        };
                    };
                };
                404: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/on-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            months: {
                                month: string;
                                onTime: number;
                                /** @enum {string} */
                                platform: "tiktok" | "youtube" | "facebook" | "instagram";
                                posts: number;
                            }[];
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            newUsersLast30Days: number;
                            totalRevenue: number;
                            totalUsers: number;
                            totalVideoConfigs: number;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats/pageviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            topPages: {
                                path: string;
                                views: number;
                            }[];
                            totalViews: number;
                            viewsPerDay: {
                                count: number;
                                day: string;
                            }[];
                            viewsThisMonth: number;
                            viewsThisWeek: number;
                            viewsToday: number;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats/social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            facebook: number;
                            instagram: number;
                            tiktok: number;
                            youtube: number;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            conversionRate: number;
                            revenueByTier: {
                                elite: number;
                                free: number;
                                pro: number;
                                starter: number;
                            };
                            revenuePerMonth: {
                                month: string;
                                revenue: number;
                            }[];
                            subscriptionBreakdown: {
                                elite: number;
                                free: number;
                                pro: number;
                                starter: number;
                            };
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            newUsersLast30Days: number;
                            newUsersLast7Days: number;
                            newUsersPerDay: {
                                count: number;
                                day: string;
                            }[];
                            newUsersToday: number;
                            totalUsers: number;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            generatedPerDay: {
                                count: number;
                                day: string;
                            }[];
                            regenerationsPerDay: {
                                count: number;
                                day: string;
                            }[];
                            totalRegenerations: number;
                            totalVideoConfigurations: number;
                            videoUsageStats: {
                                totalVideosGenerated: number;
                                totalVideosUsed: number;
                            };
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    timeZone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description By views per post, the best first; at most three. */
                            bestHours: number[];
                            /** @description All hours of the day at which posts went out, in `timeZone`. */
                            hours: {
                                hour: number;
                                likes: number;
                                /** @description Those whose views are known. */
                                measuredPosts: number;
                                posts: number;
                                views: number;
                                /** @description Null while no views are known. */
                                viewsPerPost: number | null;
                                /** @description Of the platforms that report a watch time. */
                                watchSeconds: number;
                            }[];
                            /** @description When a platform last reported a number. */
                            measuredAt: string | null;
                            platforms: {
                                likes: number;
                                /** @description Those whose views are known. */
                                measuredPosts: number;
                                /** @enum {string} */
                                platform: "tiktok" | "youtube" | "facebook" | "instagram";
                                posts: number;
                                views: number;
                                /** @description Null while no views are known. */
                                viewsPerPost: number | null;
                                /** @description Of the platforms that report a watch time. */
                                watchSeconds: number;
                            }[];
                            styles: {
                                likes: number;
                                /** @description Those whose views are known. */
                                measuredPosts: number;
                                posts: number;
                                /** @enum {string} */
                                style: "v1" | "v2" | "v3" | "v4" | "v5" | "v6" | "v7" | "v8";
                                views: number;
                                /** @description Null while no views are known. */
                                viewsPerPost: number | null;
                                /** @description Of the platforms that report a watch time. */
                                watchSeconds: number;
                            }[];
                            timeZone: string;
                            totals: {
                                likes: number;
                                /** @description Those whose views are known. */
                                measuredPosts: number;
                                posts: number;
                                views: number;
                                /** @description Null while no views are known. */
                                viewsPerPost: number | null;
                                /** @description Of the platforms that report a watch time. */
                                watchSeconds: number;
                            };
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    /** @description 1 to 100; 50 without it. */
                    limit?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            level: "views" | "all";
                            /** @description The cursor of the next page; null: this is the last one. */
                            next: string | null;
                            posts: {
                                /** @description Why numbers are missing or not newer, with its message and its fix; or three nulls. */
                                code: string | null;
                                fix: string | null;
                                /** @description Null also in a plan that shows views only. */
                                likes: number | null;
                                /** @description When the platform reported these numbers. */
                                measuredAt: string | null;
                                message: string | null;
                                permalink: string | null;
                                /** @enum {string} */
                                platform: "tiktok" | "youtube" | "facebook" | "instagram";
                                postedAt: string;
                                style: ("v1" | "v2" | "v3" | "v4" | "v5" | "v6" | "v7" | "v8") | null;
                                title: string;
                                videoId: string;
                                /** @description Null until the platform has reported them. */
                                views: number | null;
                                /** @description Null also where the platform reports none. */
                                watchSeconds: number | null;
                            }[];
                            /** @description The platforms to connect again, because numbers of a post, on whichever page, wait for it. */
                            reconnect: {
                                fix: string;
                                message: string;
                                /** @enum {string} */
                                platform: "tiktok" | "youtube" | "facebook" | "instagram";
                            }[];
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-key-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            createdAt: string | null;
                            hasKey: boolean;
                            lastUsedAt: string | null;
                            prefix: string | null;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    error?: string;
                    state?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email: string | null;
                        };
                    };
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        password: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email: string;
                            firstName: string;
                            /** @enum {boolean} */
                            googleLinked?: true;
                            id: string;
                            lastName: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            contactForm: boolean;
                            passwordReset: boolean;
                        };
                    };
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        currentPassword?: string;
                        newPassword: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/forgotten": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        password: string;
                        token: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            signedIn: boolean;
                        };
                    };
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        firstName: string;
                        lastName: string;
                        password: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email: string;
                            firstName: string;
                            id: string;
                            isNew: boolean;
                            lastName: string;
                        };
                    };
                };
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email: string;
                            firstName: string;
                            id: string;
                            isNew: boolean;
                            lastName: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            createdAt: string;
                            currentPeriodEnd: string | null;
                            email: string;
                            emailVerified: boolean;
                            firstName: string | null;
                            googleLinked: boolean;
                            hasPassword: boolean;
                            id: string;
                            isAnnual: boolean;
                            lastName: string | null;
                            lastRegeneratedAt: string | null;
                            mailConnectionEnds: boolean;
                            /** @deprecated */
                            mailNotices: boolean;
                            mailPaymentProblems: boolean;
                            mailPostProblems: boolean;
                            /** @description How the plan that follows is billed; null without one, or where it is not known. */
                            nextIsAnnual: boolean | null;
                            /**
                             * @description What follows when the period ends; the present tier: the same plan, billed monthly.
                             * @enum {string|null}
                             */
                            nextTier: "free" | "starter" | "pro" | "elite" | null;
                            /** @description When access ends unless the open payment is made; null while none is overdue. */
                            paymentDueBy: string | null;
                            /** @description What is left to pay then, in cents of the currency; null where it is not known. */
                            paymentDueCents: number | null;
                            paymentDueCurrency: string | null;
                            profileImageUrl: string | null;
                            stripeSubscriptionId: string | null;
                            subscriptionCancelledAt: string | null;
                            subscriptionExpiresAt: string | null;
                            /** @enum {string} */
                            subscriptionStatus: "none" | "active" | "cancelling" | "downgrade_pending" | "past_due";
                            /** @enum {string} */
                            subscriptionTier: "free" | "starter" | "pro" | "elite";
                            usageResetsAt: string | null;
                            videosGeneratedThisMonth: number;
                            videosPerMonth: number;
                            videosUsedThisMonth: number;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        password?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            receiptCode: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        firstName?: string;
                        lastName?: string;
                        mailConnectionEnds?: boolean;
                        /** @deprecated */
                        mailNotices?: boolean;
                        mailPaymentProblems?: boolean;
                        mailPostProblems?: boolean;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            createdAt: string;
                            email: string;
                            emailVerified: boolean;
                            firstName: string | null;
                            googleLinked: boolean;
                            hasPassword: boolean;
                            id: string;
                            lastName: string | null;
                            mailConnectionEnds: boolean;
                            /** @deprecated */
                            mailNotices: boolean;
                            mailPaymentProblems: boolean;
                            mailPostProblems: boolean;
                            profileImageUrl: string | null;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        trace?: never;
    };
    "/api/auth/user/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            profileImageUrl: string | null;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                413: components["responses"]["Refusal"];
                415: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            profileImageUrl: string | null;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing-portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never> | null;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            url: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            corner: "top_left" | "top_right" | "bottom_left" | "bottom_right";
                            logo: {
                                height: number;
                                /** @description A PNG in base64, at the size at which it is drawn. */
                                image: string;
                                width: number;
                            } | null;
                            palette: string[];
                            /** @description Null while nothing is saved. */
                            savedAt: string | null;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        corner: "top_left" | "top_right" | "bottom_left" | "bottom_right";
                        /** @description A PNG, WebP or JPEG of 512 KB at most, in base64. Null removes the logo; without the field it stays. */
                        logo?: string | null;
                        palette: string[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            corner: "top_left" | "top_right" | "bottom_left" | "bottom_right";
                            logo: {
                                height: number;
                                /** @description A PNG in base64, at the size at which it is drawn. */
                                image: string;
                                width: number;
                            } | null;
                            palette: string[];
                            /** @description Null while nothing is saved. */
                            savedAt: string | null;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                413: components["responses"]["Refusal"];
                415: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            corner: "top_left" | "top_right" | "bottom_left" | "bottom_right";
                            logo: {
                                height: number;
                                /** @description A PNG in base64, at the size at which it is drawn. */
                                image: string;
                                width: number;
                            } | null;
                            palette: string[];
                            /** @description Null while nothing is saved. */
                            savedAt: string | null;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar-forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description What a platform's daily limit puts on another day, as far as it can be foreseen. */
                            notices: {
                                code: string;
                                goesOutAt: string;
                                id: string;
                                index: number;
                                /** @description The platform, the cause and the new time, in plain words. */
                                message: string;
                                /** @enum {string} */
                                platform: "tiktok" | "youtube" | "facebook" | "instagram";
                            }[];
                            /** @description What its platform would refuse as things are now, or what cannot be sent there. */
                            refusals: {
                                code: string;
                                fix: string;
                                id: string;
                                index: number;
                                message: string;
                                /**
                                 * @description What only the account's owner can do.
                                 * @enum {string|null}
                                 */
                                needs: "reconnect" | "setting" | null;
                                /** @enum {string} */
                                platform: "tiktok" | "youtube" | "facebook" | "instagram";
                            }[];
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cancel-subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never> | null;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            cancelAtPeriodEnd: boolean;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/change-subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        is1080p: boolean;
                        isAnnual: boolean;
                        prorationDate?: number;
                        tier: "free" | "starter" | "pro" | "elite";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            checkoutUrl?: string;
                            effectiveAt?: string;
                            /** @enum {string} */
                            nextTier?: "free" | "starter" | "pro" | "elite";
                            /** @enum {string} */
                            tier?: "free" | "starter" | "pro" | "elite";
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        message: string;
                        /** Format: uuid */
                        sessionId: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            reply: string;
                            sessionId: string;
                            suggestions: string[];
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                413: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/check-subscription-status/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            success: boolean;
                            /** @enum {string} */
                            tier: "free" | "starter" | "pro" | "elite";
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        /** Format: uuid */
                        id: string;
                        message: string;
                        name: string;
                        topic: "general" | "billing" | "videos" | "partner_api" | "takedown" | "privacy";
                        website?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            ok: true;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        is1080p: boolean;
                        isAnnual: boolean;
                        tier: "starter" | "pro" | "elite";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            url: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        is1080p: boolean;
                        isAnnual: boolean;
                        tier: "starter" | "pro" | "elite";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            checkoutUrl: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drive/google": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The Google account whose Drive new videos go to; null: they go to the folder that Reelwright shares. */
                            account: {
                                email: string;
                                name: string;
                            } | null;
                            /**
                             * @description Why these wait, with its message and its fix; or three nulls.
                             * @enum {string|null}
                             */
                            code: "OWN_DRIVE_FULL" | "OWN_DRIVE_ACCESS_LOST" | null;
                            fix: string | null;
                            message: string | null;
                            nextTryAt: string | null;
                            /** @description Videos on their way to that Drive. */
                            waiting: number;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            success: true;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drive/google/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            authUrl: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drive/google/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    code?: string;
                    state?: string;
                    error?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/post-video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error?: string;
                            errors: {
                                [key: string]: {
                                    error: string;
                                    message: string;
                                };
                            };
                            failed_to_post: string[];
                            id: string;
                            message?: string;
                            posted_to: string[];
                            results: {
                                [key: string]: {
                                    containerId?: string;
                                    goesOutAt?: string;
                                    measuredAt?: string;
                                    message: string;
                                    pageId?: string;
                                    pageName?: string;
                                    platform: string;
                                    postId?: string;
                                    /** @enum {unknown} */
                                    state: "processing" | "posted";
                                    videoId?: string;
                                    videoUrl?: string;
                                    views?: number;
                                };
                            };
                            /** @enum {unknown} */
                            status: "processing" | "posted" | "partially_posted" | "failed" | "unconfirmed";
                            success: boolean;
                        };
                    };
                };
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error?: string;
                            errors: {
                                [key: string]: {
                                    error: string;
                                    message: string;
                                };
                            };
                            failed_to_post: string[];
                            id: string;
                            message?: string;
                            posted_to: string[];
                            results: {
                                [key: string]: {
                                    containerId?: string;
                                    goesOutAt?: string;
                                    measuredAt?: string;
                                    message: string;
                                    pageId?: string;
                                    pageName?: string;
                                    platform: string;
                                    postId?: string;
                                    /** @enum {unknown} */
                                    state: "processing" | "posted";
                                    videoId?: string;
                                    videoUrl?: string;
                                    views?: number;
                                };
                            };
                            /** @enum {unknown} */
                            status: "processing" | "posted" | "partially_posted" | "failed" | "unconfirmed";
                            success: boolean;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                413: components["responses"]["Refusal"];
                415: components["responses"]["Refusal"];
                422: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                /** @description Default Response */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error?: string;
                            errors: {
                                [key: string]: {
                                    error: string;
                                    message: string;
                                };
                            };
                            failed_to_post: string[];
                            id: string;
                            message?: string;
                            posted_to: string[];
                            results: {
                                [key: string]: {
                                    containerId?: string;
                                    goesOutAt?: string;
                                    measuredAt?: string;
                                    message: string;
                                    pageId?: string;
                                    pageName?: string;
                                    platform: string;
                                    postId?: string;
                                    /** @enum {unknown} */
                                    state: "processing" | "posted";
                                    videoId?: string;
                                    videoUrl?: string;
                                    views?: number;
                                };
                            };
                            /** @enum {unknown} */
                            status: "processing" | "posted" | "partially_posted" | "failed" | "unconfirmed";
                            success: boolean;
                        } | {
                            error: string;
                            message: string;
                            requestId?: string;
                        };
                    };
                };
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            createdAt: string;
                            error?: string;
                            errors: {
                                [key: string]: {
                                    error: string;
                                    message: string;
                                };
                            };
                            failed_to_post: string[];
                            id: string;
                            message?: string;
                            posted_to: string[];
                            results: {
                                [key: string]: {
                                    containerId?: string;
                                    goesOutAt?: string;
                                    measuredAt?: string;
                                    message: string;
                                    pageId?: string;
                                    pageName?: string;
                                    platform: string;
                                    postId?: string;
                                    /** @enum {unknown} */
                                    state: "processing" | "posted";
                                    videoId?: string;
                                    videoUrl?: string;
                                    views?: number;
                                };
                            };
                            /** @enum {unknown} */
                            status: "processing" | "posted" | "partially_posted" | "failed" | "unconfirmed";
                            success: boolean;
                            updatedAt: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/user/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            connections: {
                                facebook: {
                                    connected: boolean;
                                    pageName: string | null;
                                    userId: string | null;
                                };
                                instagram: {
                                    connected: boolean;
                                    username: string | null;
                                };
                                tiktok: {
                                    connected: boolean;
                                    username: string | null;
                                };
                                youtube: {
                                    channelName: string | null;
                                    connected: boolean;
                                };
                            };
                            /** @enum {boolean} */
                            success: true;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/{platform}/post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    platform: "tiktok" | "youtube" | "facebook" | "instagram";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error?: string;
                            errors: {
                                [key: string]: {
                                    error: string;
                                    message: string;
                                };
                            };
                            failed_to_post: string[];
                            id: string;
                            message?: string;
                            posted_to: string[];
                            results: {
                                [key: string]: {
                                    containerId?: string;
                                    goesOutAt?: string;
                                    measuredAt?: string;
                                    message: string;
                                    pageId?: string;
                                    pageName?: string;
                                    platform: string;
                                    postId?: string;
                                    /** @enum {unknown} */
                                    state: "processing" | "posted";
                                    videoId?: string;
                                    videoUrl?: string;
                                    views?: number;
                                };
                            };
                            /** @enum {unknown} */
                            status: "processing" | "posted" | "partially_posted" | "failed" | "unconfirmed";
                            success: boolean;
                        };
                    };
                };
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error?: string;
                            errors: {
                                [key: string]: {
                                    error: string;
                                    message: string;
                                };
                            };
                            failed_to_post: string[];
                            id: string;
                            message?: string;
                            posted_to: string[];
                            results: {
                                [key: string]: {
                                    containerId?: string;
                                    goesOutAt?: string;
                                    measuredAt?: string;
                                    message: string;
                                    pageId?: string;
                                    pageName?: string;
                                    platform: string;
                                    postId?: string;
                                    /** @enum {unknown} */
                                    state: "processing" | "posted";
                                    videoId?: string;
                                    videoUrl?: string;
                                    views?: number;
                                };
                            };
                            /** @enum {unknown} */
                            status: "processing" | "posted" | "partially_posted" | "failed" | "unconfirmed";
                            success: boolean;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                413: components["responses"]["Refusal"];
                415: components["responses"]["Refusal"];
                422: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                /** @description Default Response */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error?: string;
                            errors: {
                                [key: string]: {
                                    error: string;
                                    message: string;
                                };
                            };
                            failed_to_post: string[];
                            id: string;
                            message?: string;
                            posted_to: string[];
                            results: {
                                [key: string]: {
                                    containerId?: string;
                                    goesOutAt?: string;
                                    measuredAt?: string;
                                    message: string;
                                    pageId?: string;
                                    pageName?: string;
                                    platform: string;
                                    postId?: string;
                                    /** @enum {unknown} */
                                    state: "processing" | "posted";
                                    videoId?: string;
                                    videoUrl?: string;
                                    views?: number;
                                };
                            };
                            /** @enum {unknown} */
                            status: "processing" | "posted" | "partially_posted" | "failed" | "unconfirmed";
                            success: boolean;
                        } | {
                            error: string;
                            message: string;
                            requestId?: string;
                        };
                    };
                };
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/facebook/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        pageId: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            pageName: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/facebook/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            pages: {
                                id: string;
                                name: string;
                            }[];
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate-api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            apiKey: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meta/data-deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        signed_request: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            confirmation_code: string;
                            url: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meta/data-deletion/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    code: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            requestedAt: string;
                            /** @enum {string} */
                            state: "in_progress" | "completed";
                        };
                    };
                };
                404: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/on-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            onTime: number;
                            posts: number;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/page-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        path: string;
                        referrer?: null | string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            payments: {
                                amountCents: number;
                                currency: string;
                                disputed: boolean;
                                id: string;
                                /** @description Null when it is not known. */
                                isAnnual: boolean | null;
                                /**
                                 * @description What it was for; null when it is not known. `switch`: the same plan, billed otherwise.
                                 * @enum {string|null}
                                 */
                                kind: "purchase" | "renewal" | "upgrade" | "switch" | null;
                                paidAt: string;
                                receiptUrl: string | null;
                                refundedCents: number;
                                /** @enum {string} */
                                tier: "free" | "starter" | "pro" | "elite";
                            }[];
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/posting-pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        paused: boolean;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            paused: boolean;
                            /** @description When all posts were paused; null while they are not. */
                            since: string | null;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/preview-subscription-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        is1080p: boolean;
                        isAnnual: boolean;
                        tier: "free" | "starter" | "pro" | "elite";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            currency: string;
                            dueNowCents: number;
                            effectiveAt: string | null;
                            /** @enum {string} */
                            kind: "checkout" | "upgrade" | "downgrade" | "cancel" | "resume" | "none";
                            nextChargeAt: string | null;
                            nextChargeCents: number | null;
                            /** @description Unix seconds; sent along with the change, it makes the charge what the preview showed. */
                            prorationDate: number | null;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile-photos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/webp": string;
                    };
                };
                404: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/regenerate-videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            kept: {
                                reason: string;
                                videoId: string;
                            }[];
                            regenerated: number;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/regeneration-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            canRegenerate: boolean;
                            daysRemaining: number;
                            lastRegeneratedAt: string | null;
                            nextAt: string | null;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/renew-subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never> | null;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            success: boolean;
                            /** @enum {string} */
                            tier: "free" | "starter" | "pro" | "elite";
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/revoke-api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/social-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            facebook: {
                                /** @description There are several Pages and none is chosen. */
                                choosePage: boolean;
                                /** @description What is in the way or soon will be (ENDS_SOON), with its message and its fix; or three nulls. */
                                code: string | null;
                                connected: boolean;
                                /** @description When the access ends unless its owner reconnects; null: not by itself. */
                                endsAt: string | null;
                                fix: string | null;
                                /** @enum {string} */
                                level: "off" | "sandbox" | "private-only" | "live";
                                message: string | null;
                                pageName: string | null;
                                /** @enum {string} */
                                state: "none" | "connected" | "needs_reconnect";
                                userId: string | null;
                            };
                            instagram: {
                                /** @description What is in the way or soon will be (ENDS_SOON), with its message and its fix; or three nulls. */
                                code: string | null;
                                connected: boolean;
                                /** @description When the access ends unless its owner reconnects; null: not by itself. */
                                endsAt: string | null;
                                fix: string | null;
                                /** @enum {string} */
                                level: "off" | "sandbox" | "private-only" | "live";
                                message: string | null;
                                /** @enum {string} */
                                state: "none" | "connected" | "needs_reconnect";
                                username: string | null;
                            };
                            tiktok: {
                                /** @description What is in the way or soon will be (ENDS_SOON), with its message and its fix; or three nulls. */
                                code: string | null;
                                connected: boolean;
                                /** @description When the access ends unless its owner reconnects; null: not by itself. */
                                endsAt: string | null;
                                fix: string | null;
                                /** @enum {string} */
                                level: "off" | "sandbox" | "private-only" | "live";
                                message: string | null;
                                /** @description Who may see the posts has not been chosen yet. */
                                setupNeeded: boolean;
                                /** @enum {string} */
                                state: "none" | "connected" | "needs_reconnect";
                                username: string | null;
                            };
                            youtube: {
                                channelName: string | null;
                                /** @description What is in the way or soon will be (ENDS_SOON), with its message and its fix; or three nulls. */
                                code: string | null;
                                connected: boolean;
                                /** @description When the access ends unless its owner reconnects; null: not by itself. */
                                endsAt: string | null;
                                fix: string | null;
                                /** @enum {string} */
                                level: "off" | "sandbox" | "private-only" | "live";
                                message: string | null;
                                /** @enum {string} */
                                state: "none" | "connected" | "needs_reconnect";
                            };
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/social-connections/{platform}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    platform: "tiktok" | "youtube" | "facebook" | "instagram";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            success: true;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tiktok/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            commentAllowed: boolean;
                            duetAllowed: boolean;
                            nickname: string;
                            privacyOptions: string[];
                            settings: {
                                allowComment: boolean;
                                allowDuet: boolean;
                                allowStitch: boolean;
                                privacyLevel: string;
                            } | null;
                            stitchAllowed: boolean;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        allowComment: boolean;
                        allowDuet: boolean;
                        allowStitch: boolean;
                        /** @enum {boolean} */
                        consent: true;
                        privacyLevel: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            allowComment: boolean;
                            allowDuet: boolean;
                            allowStitch: boolean;
                            privacyLevel: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user-drive-folder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            folderUrl: string;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            askBeforePosting: boolean;
                            brand: {
                                colours: string[];
                                feel: string;
                                name: string;
                                occupation: string;
                            };
                            createdAt: string | null;
                            folderUrl: string | null;
                            id: string | null;
                            includeAudio: boolean;
                            notes: string;
                            saved: boolean;
                            scheduledDates: {
                                caption: string | null;
                                captions: {
                                    facebook?: string;
                                    instagram?: string;
                                    tiktok?: string;
                                    youtube?: string;
                                } | null;
                                date: string;
                                id: string;
                                index: number;
                                platforms: ("tiktok" | "youtube" | "facebook" | "instagram")[] | null;
                                /** @description Its instant; date and time are wall time in the zone of the configuration. */
                                publishAt: string;
                                /** @description The style and the texts that its video was requested with, which are posted until it is changed. */
                                requested: {
                                    captions: {
                                        facebook: string;
                                        instagram: string;
                                        tiktok: string;
                                        youtube: string;
                                    };
                                    videoType: string;
                                } | null;
                                /** @enum {string} */
                                state: "planned" | "requested" | "rendering" | "ready" | "going_out" | "posted" | "failed" | "missed" | "paused";
                                status: {
                                    /** @description What its owner can do, the first thing first. */
                                    actions: ("connect" | "reconnect" | "change_setting" | "retry" | "check" | "resume" | "post_now" | "change_plan" | "renew" | "pay" | "approve" | "unskip" | "edit" | "skip")[];
                                    /** @description How many posts are to go out: not those that were cancelled or have no account. */
                                    counted: number;
                                    /**
                                     * @description The part of the list of videos it belongs to; null for an entry of the calendar only.
                                     * @enum {string|null}
                                     */
                                    group: "making" | "needs_owner" | "going_out" | "delivering" | "posted" | "delivered" | null;
                                    late: boolean;
                                    /** @description Nothing more happens by itself to it, or to one of its posts. */
                                    needsOwner: boolean;
                                    /** @description What happens next by itself; null where nothing does, or it is not known when. */
                                    next: {
                                        at: string;
                                        /** @enum {string} */
                                        step: "request" | "try" | "post" | "check";
                                    } | null;
                                    posted: number;
                                    /** @description Since when it is in this state; null where that is not known. */
                                    since: string | null;
                                    /** @enum {string} */
                                    state: "planned" | "paused" | "skipped" | "on_hold" | "awaiting_approval" | "not_covered" | "making" | "render_failed" | "ready" | "delivering" | "delivered" | "held_back" | "moved" | "going_out" | "late" | "unconfirmed" | "posted" | "partly_posted" | "not_posted" | "missed";
                                };
                                time: string;
                                title: string | null;
                                videoType: string | null;
                                /** @description Why it does not simply go out, and what to do. */
                                why: {
                                    code: string;
                                    fix: string;
                                    message: string;
                                } | null;
                            }[];
                            timeZone: string;
                            updatedAt: string | null;
                            usedThisMonth: number;
                            userId: string;
                            version: number;
                            videoType: string;
                            videosPerMonth: number;
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video-configurations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        askBeforePosting?: boolean;
                        brand?: {
                            colours?: string[];
                            feel?: string;
                            name?: string;
                            occupation?: string;
                        } | null;
                        includeAudio?: boolean;
                        notes?: string | null;
                        scheduledDates?: {
                            caption?: string | null;
                            captions?: {
                                facebook?: string;
                                instagram?: string;
                                tiktok?: string;
                                youtube?: string;
                            } | null;
                            date: string;
                            /** Format: uuid */
                            id?: string;
                            index?: number;
                            platforms?: ("tiktok" | "youtube" | "facebook" | "instagram")[] | null;
                            time: string;
                            title?: string | null;
                            videoType?: string | null;
                        }[];
                        timeZone?: string;
                        version?: number;
                        videoType: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            folderUrl: string | null;
                            /** @description What a platform's daily limit puts on another day, as far as it can be foreseen. */
                            notices: {
                                code: string;
                                goesOutAt: string;
                                id: string;
                                index: number;
                                /** @description The platform, the cause and the new time, in plain words. */
                                message: string;
                                /** @enum {string} */
                                platform: "tiktok" | "youtube" | "facebook" | "instagram";
                            }[];
                            /** @description What its platform would refuse as things are now, or what cannot be sent there. */
                            refusals: {
                                code: string;
                                fix: string;
                                id: string;
                                index: number;
                                message: string;
                                /**
                                 * @description What only the account's owner can do.
                                 * @enum {string|null}
                                 */
                                needs: "reconnect" | "setting" | null;
                                /** @enum {string} */
                                platform: "tiktok" | "youtube" | "facebook" | "instagram";
                            }[];
                            scheduledDates: {
                                caption: string | null;
                                captions: {
                                    facebook?: string;
                                    instagram?: string;
                                    tiktok?: string;
                                    youtube?: string;
                                } | null;
                                date: string;
                                id: string;
                                index: number;
                                platforms: ("tiktok" | "youtube" | "facebook" | "instagram")[] | null;
                                /** @description Its instant; date and time are wall time in the zone of the configuration. */
                                publishAt: string;
                                /** @description The style and the texts that its video was requested with, which are posted until it is changed. */
                                requested: {
                                    captions: {
                                        facebook: string;
                                        instagram: string;
                                        tiktok: string;
                                        youtube: string;
                                    };
                                    videoType: string;
                                } | null;
                                /** @enum {string} */
                                state: "planned" | "requested" | "rendering" | "ready" | "going_out" | "posted" | "failed" | "missed" | "paused";
                                status: {
                                    /** @description What its owner can do, the first thing first. */
                                    actions: ("connect" | "reconnect" | "change_setting" | "retry" | "check" | "resume" | "post_now" | "change_plan" | "renew" | "pay" | "approve" | "unskip" | "edit" | "skip")[];
                                    /** @description How many posts are to go out: not those that were cancelled or have no account. */
                                    counted: number;
                                    /**
                                     * @description The part of the list of videos it belongs to; null for an entry of the calendar only.
                                     * @enum {string|null}
                                     */
                                    group: "making" | "needs_owner" | "going_out" | "delivering" | "posted" | "delivered" | null;
                                    late: boolean;
                                    /** @description Nothing more happens by itself to it, or to one of its posts. */
                                    needsOwner: boolean;
                                    /** @description What happens next by itself; null where nothing does, or it is not known when. */
                                    next: {
                                        at: string;
                                        /** @enum {string} */
                                        step: "request" | "try" | "post" | "check";
                                    } | null;
                                    posted: number;
                                    /** @description Since when it is in this state; null where that is not known. */
                                    since: string | null;
                                    /** @enum {string} */
                                    state: "planned" | "paused" | "skipped" | "on_hold" | "awaiting_approval" | "not_covered" | "making" | "render_failed" | "ready" | "delivering" | "delivered" | "held_back" | "moved" | "going_out" | "late" | "unconfirmed" | "posted" | "partly_posted" | "not_posted" | "missed";
                                };
                                time: string;
                                title: string | null;
                                videoType: string | null;
                                /** @description Why it does not simply go out, and what to do. */
                                why: {
                                    code: string;
                                    fix: string;
                                    message: string;
                                } | null;
                            }[];
                            timeZone: string;
                            version: number;
                            videoId?: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Whether there are older videos that are not listed. */
                            hasOlder: boolean;
                            /** @description Whether the caller has paused all posts of the calendar, and when. */
                            posting: {
                                paused: boolean;
                                since: string | null;
                            };
                            serverTime: string;
                            videos: {
                                caption: string;
                                captions: {
                                    facebook?: string;
                                    instagram?: string;
                                    tiktok?: string;
                                    youtube?: string;
                                } | null;
                                createdAt: string;
                                date: string | null;
                                id: string;
                                mediaUrl: string | null;
                                posterUrl: string | null;
                                posts: {
                                    at: string | null;
                                    code: string;
                                    fix: string;
                                    /** @description Until it has gone out: when it does, which may be another time than the video's. */
                                    goesOutAt: string | null;
                                    message: string;
                                    /**
                                     * @description What only the account's owner can do before it goes out.
                                     * @enum {string|null}
                                     */
                                    needs: "reconnect" | "setting" | null;
                                    nextCheckAt: string | null;
                                    permalink: string | null;
                                    /** @enum {string} */
                                    platform: "tiktok" | "youtube" | "facebook" | "instagram";
                                    /** @enum {string} */
                                    state: "waiting" | "staging" | "staged" | "going_out" | "processing" | "unconfirmed" | "posted" | "failed" | "missed" | "cancelled" | "no_connection";
                                    status: {
                                        /** @description What its owner can do, the first thing first. */
                                        actions: ("connect" | "reconnect" | "change_setting" | "retry" | "check" | "resume" | "post_now" | "change_plan" | "renew" | "pay" | "approve" | "unskip" | "edit" | "skip")[];
                                        late: boolean;
                                        /** @description Nothing more happens by itself to it, or to one of its posts. */
                                        needsOwner: boolean;
                                        /** @description What happens next by itself; null where nothing does, or it is not known when. */
                                        next: {
                                            at: string;
                                            /** @enum {string} */
                                            step: "request" | "try" | "post" | "check";
                                        } | null;
                                        /** @description Since when it is in this state; null where that is not known. */
                                        since: string | null;
                                        /** @enum {string} */
                                        state: "scheduled" | "going_out" | "processing" | "unconfirmed" | "posted" | "failed" | "missed" | "cancelled" | "not_connected" | "held_back" | "moved" | "late";
                                    };
                                }[];
                                publishAt: string | null;
                                stages: {
                                    drive: {
                                        at: string | null;
                                        code: string;
                                        fix: string;
                                        link: string | null;
                                        message: string;
                                        /** @enum {string} */
                                        state: "waiting" | "running" | "done" | "failed";
                                    };
                                    rendering: {
                                        code: string;
                                        finishedAt: string | null;
                                        fix: string;
                                        message: string;
                                        /** @description While it waits for its next try. */
                                        nextTryAt: string | null;
                                        percent: number;
                                        /** @description 1 is the next to be started; null where it is in no queue. */
                                        place: number | null;
                                        /** @description Real seconds until it is made, from measured durations; null where that is not known. */
                                        readyInSeconds: number | null;
                                        startedAt: string | null;
                                        /** @enum {string} */
                                        state: "waiting" | "running" | "done" | "failed";
                                        /** @description Of the video that is shown, and that its owner approves. */
                                        variation: number | null;
                                    };
                                    requested: {
                                        at: string | null;
                                    };
                                };
                                /** @enum {string} */
                                state: "planned" | "requested" | "rendering" | "ready" | "going_out" | "posted" | "failed" | "missed" | "paused";
                                status: {
                                    /** @description What its owner can do, the first thing first. */
                                    actions: ("connect" | "reconnect" | "change_setting" | "retry" | "check" | "resume" | "post_now" | "change_plan" | "renew" | "pay" | "approve" | "unskip" | "edit" | "skip")[];
                                    /** @description How many posts are to go out: not those that were cancelled or have no account. */
                                    counted: number;
                                    /**
                                     * @description The part of the list of videos it belongs to; null for an entry of the calendar only.
                                     * @enum {string|null}
                                     */
                                    group: "making" | "needs_owner" | "going_out" | "delivering" | "posted" | "delivered" | null;
                                    late: boolean;
                                    /** @description Nothing more happens by itself to it, or to one of its posts. */
                                    needsOwner: boolean;
                                    /** @description What happens next by itself; null where nothing does, or it is not known when. */
                                    next: {
                                        at: string;
                                        /** @enum {string} */
                                        step: "request" | "try" | "post" | "check";
                                    } | null;
                                    posted: number;
                                    /** @description Since when it is in this state; null where that is not known. */
                                    since: string | null;
                                    /** @enum {string} */
                                    state: "planned" | "paused" | "skipped" | "on_hold" | "awaiting_approval" | "not_covered" | "making" | "render_failed" | "ready" | "delivering" | "delivered" | "held_back" | "moved" | "going_out" | "late" | "unconfirmed" | "posted" | "partly_posted" | "not_posted" | "missed";
                                };
                                time: string | null;
                                timeZone: string;
                                title: string | null;
                                variation: number;
                                videoType: string;
                                /** @description Why it does not simply take its course, and what to do. */
                                why: {
                                    code: string;
                                    fix: string;
                                    message: string;
                                } | null;
                            }[];
                        };
                    };
                };
                401: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        variation: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            success: true;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/{id}/post-now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            state: "requested";
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                429: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/{id}/posts/{platform}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    platform: "tiktok" | "youtube" | "facebook" | "instagram";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: string;
                            fix: string;
                            goesOutAt: string | null;
                            message: string;
                            nextCheckAt: string | null;
                            /** @enum {string} */
                            state: "waiting" | "staging" | "staged" | "going_out" | "processing" | "unconfirmed" | "posted" | "failed" | "missed" | "cancelled" | "no_connection";
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/{id}/posts/{platform}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    platform: "tiktok" | "youtube" | "facebook" | "instagram";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: string;
                            fix: string;
                            goesOutAt: string | null;
                            message: string;
                            nextCheckAt: string | null;
                            /** @enum {string} */
                            state: "waiting" | "staging" | "staged" | "going_out" | "processing" | "unconfirmed" | "posted" | "failed" | "missed" | "cancelled" | "no_connection";
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                409: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            success: true;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/{id}/unskip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            success: true;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            received: boolean;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                413: components["responses"]["Refusal"];
                415: components["responses"]["Refusal"];
                500: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{platform}/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    platform: "tiktok" | "youtube" | "facebook" | "instagram";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            authUrl: string;
                        };
                    };
                };
                400: components["responses"]["Refusal"];
                401: components["responses"]["Refusal"];
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                503: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{platform}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    code?: string;
                    state?: string;
                    error?: string;
                };
                header?: never;
                path: {
                    platform: "tiktok" | "youtube" | "facebook" | "instagram";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    exp?: string;
                    sig?: string;
                    redirect?: "no";
                };
                header?: never;
                path: {
                    file: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/webp": string;
                        "video/mp4": string;
                    };
                };
                /** @description Default Response */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/webp": string;
                        "video/mp4": string;
                    };
                };
                /** @description Default Response */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Default Response */
                307: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                403: components["responses"]["Refusal"];
                404: components["responses"]["Refusal"];
                416: components["responses"]["Refusal"];
                "4XX": components["responses"]["Refusal"];
                "5XX": components["responses"]["Refusal"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: {
        /** @description Default Response */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: string;
                    message: string;
                    requestId?: string;
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
