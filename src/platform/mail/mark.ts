/** The product's mark for emails: web/icon.svg at 64 pixels (test/meta/look/mark.test.ts). */
export const MARK = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABABAMAAABYR2ztAAAAMFBMVEVMaXE0ULE0UrMzULIzUbIzUbIzUbE0UbL/////siRFYLnX3fD29/xzh8qKm9OuueHx' +
    'qCc9AAAAB3RSTlMA7SHJmodXeROywQAAAAlwSFlzAAAWJQAAFiUBSVIk8AAAARVJREFUSIntlj0KwkAQhcffWmzSRvAAFoJt0MLWztbOOvgzkELbAU/gCfQI' +
    'QTxAbqCIBxC8gKUk7gpqdl5hqa8K+z52wzA7b4lSVXsevylsj+ip5oedIV3rV9ihwcMvdlzAxM+AhstnrmcbeG4gTLcouX3mFhENNWBGVNT89IyyCnBABR2o' +
    '0VgH5tS3n9F1Ly/KVqdkyxjdXm0DTMiW6Sy5QEjGX0g+wBY4AiBKALAUAGwRcBGR1SmvUgaIRWTHADhoQCIiGw0Q81Nroz/w23VIUMPEqOVi1LQX1PZb+fbq' +
    'Rcm315/dAwSOoI4BnEMMjsFxbv2emuNRXNaBAMQB+zhQCEYSDDUYizhYqeI6xEQzDnf1eXAH9eW0BFjy718AAAAASUVORK5CYII=',
  'base64',
);
