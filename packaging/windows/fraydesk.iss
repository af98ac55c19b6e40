; Inno Setup: the installer for Windows. Called by package.py, which gives Version, Url, Source, Icon.
[Setup]
AppId={{7B0E5B0C-3C0C-4A8C-9C52-0A6C5B1F7D11}
AppName=Fraydesk
AppVersion={#Version}
AppPublisher=Fraydesk
AppPublisherURL={#Url}
AppSupportURL={#Url}/issues
DefaultDirName={autopf}\Fraydesk
DefaultGroupName=Fraydesk
DisableProgramGroupPage=yes
LicenseFile=..\..\LICENSE
; For oneself without an administrator, or for everybody.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
Compression=lzma2/max
SolidCompression=yes
ChangesAssociations=yes
SetupIconFile={#Icon}
; Held by every process of the program (launch.py): while it runs nothing is deleted under it.
AppMutex=Fraydesk
UninstallDisplayIcon={app}\fraydesk.exe
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "pl"; MessagesFile: "compiler:Languages\Polish.isl"
Name: "cs"; MessagesFile: "compiler:Languages\Czech.isl"
Name: "ru"; MessagesFile: "compiler:Languages\Russian.isl"

[CustomMessages]
en.Campaign=Fraydesk campaign
pl.Campaign=Kampania Fraydesk
cs.Campaign=Kampaň Fraydesk
ru.Campaign=Кампания Fraydesk

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[InstallDelete]
; What an earlier version brought and this one does not.
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{autoprograms}\Fraydesk"; Filename: "{app}\fraydesk.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.fray"; ValueType: string; ValueData: "Fraydesk.Campaign"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\Fraydesk.Campaign"; ValueType: string; ValueData: "{cm:Campaign}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Fraydesk.Campaign\DefaultIcon"; ValueType: string; ValueData: "{app}\fraydesk.exe,0"
Root: HKA; Subkey: "Software\Classes\Fraydesk.Campaign\shell\open\command"; ValueType: string; ValueData: """{app}\fraydesk.exe"" ""%1"""

[Run]
Filename: "{app}\fraydesk.exe"; Description: "{cm:LaunchProgram,Fraydesk}"; Flags: nowait postinstall skipifsilent
