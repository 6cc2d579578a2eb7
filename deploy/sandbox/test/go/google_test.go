// Drive and YouTube through google-api-go-client.
package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/oauth2"
	"google.golang.org/api/drive/v3"
	"google.golang.org/api/googleapi"
	"google.golang.org/api/option"
	"google.golang.org/api/youtube/v3"
)

const block = 256 * 1024

// reel starts as an MP4 does.
func reel(size int) []byte {
	return append([]byte("\x00\x00\x00\x18ftypisom"), bytes.Repeat([]byte{7}, size-12)...)
}

// signedIn refreshes its access token by itself, as any client of Google's does.
func signedIn(who googleGrant) option.ClientOption {
	config := oauth2.Config{
		ClientID:     who.ClientId,
		ClientSecret: who.ClientSecret,
		Endpoint:     oauth2.Endpoint{TokenURL: given.Google + "/token", AuthStyle: oauth2.AuthStyleInParams},
	}
	return option.WithHTTPClient(config.Client(ctx, &oauth2.Token{RefreshToken: who.RefreshToken}))
}

func files(t *testing.T) *drive.FilesService {
	t.Helper()
	endpoint := option.WithEndpoint(given.Google + "/drive/v3/")
	return must(drive.NewService(ctx, signedIn(given.Drive), endpoint))(t).Files
}

func videos(t *testing.T) *youtube.VideosService {
	t.Helper()
	return must(youtube.NewService(ctx, signedIn(given.Youtube), option.WithEndpoint(given.Google+"/")))(t).Videos
}

func chaos(t *testing.T, switches map[string]any) {
	t.Helper()
	body := must(json.Marshal(switches))(t)
	request := must(http.NewRequest("PUT", given.Console+"/api/chaos/google", bytes.NewReader(body)))(t)
	request.Header.Set("Content-Type", "application/json")
	equal(t, must(http.DefaultClient.Do(request))(t).StatusCode, 200)
}

func content(t *testing.T, id string) []byte {
	t.Helper()
	response := must(files(t).Get(id).Download())(t)
	defer response.Body.Close()
	return must(io.ReadAll(response.Body))(t)
}

func Test_drive_makes_a_folder_and_finds_it(t *testing.T) {
	folder := &drive.File{Name: "Glass in Go", MimeType: "application/vnd.google-apps.folder"}
	made := must(files(t).Create(folder).Do())(t)
	found := must(files(t).List().Q("name = 'Glass in Go'").Fields("files(id)").Do())(t)
	equal(t, len(found.Files), 1)
	equal(t, found.Files[0].Id, made.Id)
}

func Test_drive_takes_bytes_at_once_in_blocks_and_up_to_the_last_whole_block(t *testing.T) {
	for _, size := range []int{block / 2, block, 2 * block, 2*block + 5} {
		bytesOf := reel(size)
		for _, chunk := range []int{0, block, googleapi.DefaultUploadChunkSize} {
			media := []googleapi.MediaOption{googleapi.ChunkSize(chunk), googleapi.ContentType("video/mp4")}
			var reached int64
			create := files(t).Create(&drive.File{Name: "reel.mp4"}).Media(bytes.NewReader(bytesOf), media...)
			create.ProgressUpdater(func(now, _ int64) { reached = now })
			made := must(create.Do())(t)
			if !bytes.Equal(content(t, made.Id), bytesOf) {
				t.Fatalf("other bytes came back of %d in chunks of %d", size, chunk)
			}
			if chunk == block && size >= block {
				equal(t, reached, int64(size))
			}
		}
	}
}

func Test_drive_takes_other_bytes_for_a_file_in_blocks(t *testing.T) {
	first := files(t).Create(&drive.File{Name: "reel.mp4"}).Media(strings.NewReader("first"))
	id := must(first.Do())(t).Id
	other := reel(block + 5)
	update := files(t).Update(id, &drive.File{Name: "other.mp4"}).Media(bytes.NewReader(other), googleapi.ChunkSize(block))
	equal(t, must(update.Do())(t).Name, "other.mp4")
	if !bytes.Equal(content(t, id), other) {
		t.Fatal("the bytes are not the other ones")
	}
}

func Test_drive_goes_on_after_a_block_that_failed(t *testing.T) {
	defer chaos(t, map[string]any{"error5xx": 0})
	bytesOf := reel(2*block + 5)
	chaos(t, map[string]any{"error5xx": 1, "limit": 1, "only": "upload_id="})
	create := files(t).Create(&drive.File{Name: "reel.mp4"}).Media(bytes.NewReader(bytesOf), googleapi.ChunkSize(block))
	made := must(create.Do())(t)
	if !bytes.Equal(content(t, made.Id), bytesOf) {
		t.Fatal("other bytes came back")
	}
}

func Test_drive_says_that_an_upload_is_gone(t *testing.T) {
	defer chaos(t, map[string]any{"brokenUpload": 0})
	chaos(t, map[string]any{"brokenUpload": 1, "limit": 1})
	create := files(t).Create(&drive.File{Name: "reel.mp4"}).Media(bytes.NewReader(reel(2*block)), googleapi.ChunkSize(block))
	_, err := create.Do()
	var refusal *googleapi.Error
	if !errors.As(err, &refusal) {
		t.Fatalf("not refused: %v", err)
	}
	equal(t, refusal.Code, 404)
	equal(t, refusal.Errors[0].Reason, "notFound")
}

func Test_youtube_takes_a_video_in_blocks_and_finds_it_on_its_channel(t *testing.T) {
	video := &youtube.Video{
		Snippet: &youtube.VideoSnippet{Title: "Glass, slowly", CategoryId: "22"},
		Status:  &youtube.VideoStatus{PrivacyStatus: "private"},
	}
	parts := []string{"snippet", "status"}
	insert := videos(t).Insert(parts, video).Media(bytes.NewReader(reel(2*block+5)), googleapi.ChunkSize(block), googleapi.ContentType("video/mp4"))
	made := must(insert.Do())(t)
	equal(t, made.Status.UploadStatus, "uploaded")
	found := must(videos(t).List(parts).Id(made.Id).Do())(t)
	equal(t, found.Items[0].Snippet.Title, "Glass, slowly")
}
