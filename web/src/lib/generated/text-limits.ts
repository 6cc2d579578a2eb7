// Written by make openapi from gateway/openapi.json. Do not edit.

export const textLimits = {
  "POST /api/admin/session": {
    "code": 256
  },
  "POST /api/auth/login": {
    "email": 320,
    "password": 1024
  },
  "POST /api/auth/password/change": {
    "currentPassword": 1024,
    "newPassword": 1024
  },
  "POST /api/auth/password/forgotten": {
    "email": 320
  },
  "POST /api/auth/password/reset": {
    "password": 1024,
    "token": 200
  },
  "POST /api/auth/signup": {
    "email": 320,
    "firstName": 100,
    "lastName": 100,
    "password": 1024
  },
  "DELETE /api/auth/user": {
    "password": 1024
  },
  "PATCH /api/auth/user": {
    "firstName": 100,
    "lastName": 100
  },
  "POST /api/contact": {
    "email": 320,
    "message": 8000,
    "name": 100,
    "website": 2000
  },
  "PUT /api/facebook/page": {
    "pageId": 100
  },
  "POST /api/meta/data-deletion": {
    "signed_request": 8000
  },
  "POST /api/page-views": {
    "path": 200,
    "referrer": 2000
  },
  "PUT /api/tiktok/settings": {
    "privacyLevel": 60
  },
  "POST /api/video-configurations": {
    "brand.feel": 120,
    "brand.name": 80,
    "brand.occupation": 120,
    "notes": 2000,
    "scheduledDates.caption": 5000,
    "scheduledDates.captions.facebook": 5000,
    "scheduledDates.captions.instagram": 5000,
    "scheduledDates.captions.tiktok": 5000,
    "scheduledDates.captions.youtube": 5000,
    "scheduledDates.date": 10,
    "scheduledDates.time": 5,
    "scheduledDates.title": 100,
    "scheduledDates.videoType": 10,
    "timeZone": 64,
    "videoType": 10
  }
} as const;
